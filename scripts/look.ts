import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import sharp from 'sharp'
import { addresses } from '../e2e/addresses.ts'
import { violationsIn } from '../e2e/axe.ts'
import { expectWhole } from '../e2e/follow.ts'
import { faultsOf } from '../e2e/look.ts'
import { pressAll, watchCalls } from '../e2e/offered.ts'
import { fillSignIn } from '../e2e/people.ts'
import { openProduct } from '../e2e/product.ts'
import { fallbackLanguage, languageOf, languages, type Language } from '#lib/manner.ts'
import { chromiumLaunch } from '../test/chromium.ts'
import { makeDemoFolder } from './demo/folder.ts'
import { demoPassword } from './demo/office.ts'

/**
 * `node scripts/look.ts [address …]`: walks every page, tab and dialog of the demo in both themes and languages at four widths,
 * in a full and an empty business; prints what an eye would stumble over and draws contact sheets in .cache/look. It ends with 1
 * if anything was found. DATA_DIR names a folder with a demo; without one it makes its own.
 */
const widths = [1680, 1280, 768, 320] as const
const looks = languages.flatMap((language) => (['dark', 'light'] as const).map((theme) => ({ theme, language })))
/** The sheets that are looked at: 1280 in the one theme for the first language and in the other for the others, 320 the other way round. */
const isDrawn = (width: number, theme: string, language: Language) =>
  (width === 1280 || width === 320) && (theme === 'light') === ((language === fallbackLanguage) === (width === 1280))
const owners = { full: 'owner@north.example', empty: 'owner@new.example' } as const
const folder = '.cache/look'
const walk = process.argv.length > 2 ? process.argv.slice(2) : addresses

type Texts = { [key: string]: Texts | string }
const flat = (node: Texts): string[] => Object.values(node).flatMap((value) => (typeof value === 'string' ? [value] : flat(value)))
const sentences = (language: string) =>
  globSync(`src/**/text.${language}.json`).flatMap((file) => flat(JSON.parse(readFileSync(file, 'utf8')) as Texts))
/** The texts of one language that the other has not, without those that take arguments. */
function foreignTo(language: Language): string[] {
  const others = languages.filter((other) => other !== language).flatMap(sentences)
  const own = new Set(sentences(language))
  return others.filter((text) => text.length > 3 && !text.includes('{') && !own.has(text))
}

/** A sheet of small pictures, four in a row. */
async function drawSheet(name: string, pictures: Buffer[]): Promise<void> {
  const [wide, high, columns] = [400, 400, 4]
  const small = await Promise.all(
    pictures.map((one) => sharp(one).resize(wide, high, { fit: 'contain', position: 'top', background: '#777' }).png().toBuffer()),
  )
  await sharp({
    create: { width: columns * (wide + 8), height: Math.ceil(small.length / columns) * (high + 8), channels: 3, background: '#777' },
  })
    .composite(small.map((input, at) => ({ input, left: (at % columns) * (wide + 8), top: Math.floor(at / columns) * (high + 8) })))
    .png()
    .toFile(join(folder, `${name.replaceAll(' ', '-')}.png`))
}

const found: string[] = []
let seen = 0

/** Measures a page at each width, and draws it where a sheet shows it. */
async function measure(page: Page, place: string, look: string, foreign: string[], pictures?: Map<string, Buffer[]>): Promise<void> {
  for (const width of pictures ? widths : ([1280, 320] as const)) {
    await page.setViewportSize({ width, height: width === 320 ? 700 : 900 })
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    seen += 1
    for (const fault of await faultsOf(page, foreign)) found.push(`${look} ${width} ${place}: ${fault}`)
    const [theme = '', language = fallbackLanguage] = look.split(' ')
    const name = `${width} ${look}`
    if (pictures && isDrawn(width, theme, languageOf(language)))
      pictures.set(name, [...(pictures.get(name) ?? []), await page.screenshot()])
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}

async function walkAll(browser: Browser, url: string, business: keyof typeof owners): Promise<void> {
  for (const { theme, language } of looks) {
    const look = `${theme} ${language}`
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
    await context.addCookies([
      { name: 'theme', value: theme, url },
      { name: 'lang', value: fallbackLanguage, url },
    ])
    const page = await context.newPage()
    page.on('pageerror', (error) => found.push(`${look} ${page.url()}: ${error.message}`))
    await page.goto(`${url}/login`)
    await fillSignIn(page, owners[business], demoPassword)
    await context.addCookies([{ name: 'lang', value: language, url }])
    const foreign = foreignTo(language)
    const pictures = new Map<string, Buffer[]>()
    const walked = await watchCalls(
      page,
      () => null,
      () => {},
    )
    for (const address of walk) {
      await page.goto(url + address)
      await expectWhole(page)
      const place = `${business} ${address}`
      found.push(...(await violationsIn(page, `${look} ${place}`)))
      await measure(page, place, look, foreign, pictures)
      // The other two combinations add nothing to a dialog but its colours, which the pages show.
      if ((theme === 'dark') !== (language === fallbackLanguage)) continue
      const dialogs = new Set<string>()
      await pressAll(page, address, {
        ...walked,
        areLinksFree: true,
        async onDialog(name) {
          if (dialogs.has(name)) return
          dialogs.add(name)
          await measure(page, `${place} ${name}`, look, foreign)
        },
      })
    }
    for (const [name, all] of pictures) await drawSheet(`${business} ${name}`, all)
    await context.close()
  }
}

mkdirSync(folder, { recursive: true })
const given = process.env['DATA_DIR']
const dataDir = given ?? (await makeDemoFolder('look'))
const product = await openProduct({ DATA_DIR: dataDir, NODE_ENV: 'development', CALL_LIMITS: 'off' })
const browser = await chromium.launch(chromiumLaunch)
try {
  for (const business of ['full', 'empty'] as const) await walkAll(browser, product.url, business)
} finally {
  await browser.close()
  await product.close()
  if (given === undefined) rmSync(dataDir, { recursive: true, force: true })
}
for (const fault of new Set(found)) console.log(fault)
console.log(`${seen} looks, ${new Set(found).size} faults; sheets in ${folder}`)
process.exit(found.length > 0 ? 1 : 0)
