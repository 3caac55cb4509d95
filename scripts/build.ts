import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { drawnScreens, screens } from '#app/screens.ts'
import type { Path } from '#lib/addresses.ts'
import { keysOf } from '#lib/choices.ts'
import type { Country } from '#business/setup/vendor.contract.ts'
import { languageFacts, languages } from '#lib/manner.ts'
import { allCountries } from '#business/setup/countries.seed.ts'

/** Builds the screens into dist/client, and the part that the server renders into dist/server, when they are stale. */

type Chunk = { file: string; css?: string[]; assets?: string[]; imports?: string[]; dynamicImports?: string[]; isEntry?: boolean }
type Manifest = Record<string, Chunk>

const out = 'dist/client'

/** Hash of the last build's inputs: every source, the configuration and the locked packages. */
function fingerprint(): string {
  const files = [
    ...globSync('src/**/*.{ts,tsx,css,json}'),
    ...globSync('public/**/*'),
    'vite.config.ts',
    'scripts/build.ts',
    'scripts/aria-texts-plugin.ts',
    'scripts/first-loads.ts',
    'scripts/screens-plugin.ts',
    'scripts/texts-plugin.ts',
    'scripts/tokens-plugin.ts',
    'package-lock.json',
  ].toSorted()
  const hash = createHash('sha256')
  for (const file of files)
    if (statSync(file).isFile() && !/\.(?:server|test)\.tsx?$/.test(file)) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

/** The chunks and styles that an entry loads before it can render. */
function needs(manifest: Manifest, entry: string, seen = new Set<string>()): { scripts: string[]; styles: string[] } {
  const chunk = manifest[entry]
  if (!chunk || seen.has(entry)) return { scripts: [], styles: [] }
  seen.add(entry)
  const inner = (chunk.imports ?? []).map((name) => needs(manifest, name, seen))
  return {
    scripts: [chunk.file, ...inner.flatMap(({ scripts }) => scripts)],
    styles: [...inner.flatMap(({ styles }) => styles), ...(chunk.css ?? [])],
  }
}

function textsChunk(manifest: Manifest, language: string, part: string): string[] {
  return Object.entries(manifest).flatMap(([key, { file }]) => (key.includes(`texts/${language}/${part}`) ? [file] : []))
}

/** The signed-out pages that are not in the entry, as `app/public/pages.tsx` loads them. */
const ownScreens: Record<string, string> = {
  register: 'src/business/accounts/register.page.tsx',
  'forgot-password': 'src/business/accounts/forgot-password.page.tsx',
  plans: 'src/directory/plans/plans.page.tsx',
  invite: 'src/directory/team/invite/invite.page.tsx',
  quote: 'src/money/quotes/offer/offer.page.tsx',
  place: 'src/timetable/enrolments/place/place.page.tsx',
  terms: 'src/business/legal/legal.page.tsx',
  privacy: 'src/business/legal/legal.page.tsx',
}

/** What every screen but Home loads besides its own file (app/load-screen.ts). */
const besides = 'src/business/views/stored-views.tsx'

const fileOf = (path: Path) => `src/${screens[path].file}`

/** The name of the page of a screen that the server draws (entrance/pages.server.ts). */
const drawnPage = (path: Path) => `drawn${path.replaceAll('/', '-')}`

/** What the shell loads later, and needs without a connection too. */
const laterParts = [
  'src/app/unsent.tsx',
  'src/app/notices.tsx',
  'src/app/offline.ts',
  'src/app/bottom-bar.tsx',
  'src/app/before-sign-out.tsx',
  'src/app/waiting-marks.tsx',
  besides,
]

/**
 * Signed-out pages so long that their vertically centred form moves up while the rest of the page is parsed.
 * Waiting for the full page costs a tenth of its first paint, so no other page waits.
 */
const paintedWhole = new Set(['register'])

/** Inlines a page's styles: nothing but the page has to arrive before it can be read. */
function styleTags(styles: string[]): string[] {
  return [
    `<style nonce="__NONCE__">${styles.map((file) => readFileSync(`${out}/${file}`, 'utf8').trim()).join('')}</style>`,
    // Lazy screens request the styles that they share with this page; a disabled link marks them as loaded.
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`),
  ]
}

function page({
  language,
  title,
  entry,
  loads = [],
  body,
  manifest,
  part,
  ownPart,
  isWhole = false,
  isDrawn = false,
}: {
  language: string
  title: string
  entry: string
  /** The screens that the entry loads itself, for this page only. */
  loads?: string[]
  body: string
  manifest: Manifest
  part: string
  /** The part of the texts that only this page needs. */
  ownPart?: string | undefined
  /** Whether painting waits until all of it is parsed. */
  isWhole?: boolean
  /** Whether the server draws the screen into it, with the answers that it shows. */
  isDrawn?: boolean
}): string {
  const seen = new Set<string>()
  const { scripts, styles } = needs(manifest, entry, seen)
  for (const screen of loads) if (!manifest[screen]) throw new Error(`${screen} is not in the build`)
  const own = loads.map((screen) => needs(manifest, screen, seen))
  const early = manifest['src/app/early.ts']
  const fonts = manifest['src/ui/fonts.css']
  if (scripts.length === 0 || !early || !fonts) throw new Error(`${entry}, src/app/early.ts or src/ui/fonts.css is not in the build`)
  const preloads = [
    ...scripts.slice(1),
    ...own.flatMap(({ scripts }) => scripts),
    ...textsChunk(manifest, language, part),
    ...(ownPart ? textsChunk(manifest, language, ownPart) : []),
  ]
  return [
    `<!doctype html><html lang="${language}" dir="${languageFacts(language).direction}" data-theme="__THEME__"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"><meta name="color-scheme" content="__THEME__">',
    `<title>${title}</title><meta name="csp-nonce" content="__NONCE__"><meta name="description" content="The back office for academies, gyms and courts">`,
    ...styleTags([...new Set([...styles, ...own.flatMap((each) => each.styles)])]),
    ...(isWhole ? ['<link rel="expect" href="#drawn" blocking="render">'] : []),
    // Requests the first data at once; everything else is much larger and arrives later.
    ...(isDrawn ? ['__FIRST__'] : []),
    ...(part === 'shell' ? [`<script type="module" async src="/${early.file}"></script>`] : []),
    ...[...new Set(preloads)].map((file) => `<link rel="modulepreload" href="/${file}">`),
    ...(part === 'shell' && !isDrawn ? ['__SCREEN__'] : []),
    `<script type="module" src="/${scripts[0] ?? ''}"></script>`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<link rel="manifest" href="/manifest${language === languages[0] ? '' : `.${language}`}.webmanifest">`,
    ...(part === 'shell' ? ['<link rel="apple-touch-icon" href="/icon-180.png">'] : []),
    // Three fonts cost a slow phone a sixth of its first paint, and delay the scripts by 0.4 s: the page's script enables the link.
    `</head><body><div id="root">${body}</div>${isWhole ? '<span id="drawn" hidden></span>' : ''}<link rel="stylesheet" href="/${fonts.file}" disabled></body></html>`,
  ].join('')
}

/**
 * What the server adds to the page of a screen, by address: links to the chunks that it loads in addition to the shell, and the
 * name of its own page if it is drawn.
 */
function screenPages(manifest: Manifest, language: string): Record<string, { links: string; drawn?: string }> {
  const shell = needs(manifest, 'src/app/start.tsx')
  return Object.fromEntries(
    keysOf(screens).map((path) => {
      const seen = new Set<string>()
      const { scripts, styles } = needs(manifest, fileOf(path), seen)
      if (scripts.length === 0) throw new Error(`The screen of ${path} is not in the build: ${fileOf(path)}`)
      if (path !== '/') scripts.push(...needs(manifest, besides, seen).scripts)
      const texts = path === '/' ? [] : textsChunk(manifest, language, 'screens')
      const links = [
        ...new Set(styles.filter((file) => !shell.styles.includes(file)).map((file) => `<link rel="stylesheet" href="/${file}">`)),
        ...new Set(
          [...scripts, ...texts]
            .filter((file) => !shell.scripts.includes(file))
            .map((file) => `<link rel="modulepreload" href="/${file}">`),
        ),
      ].join('')
      return [path, { links, ...(drawnScreens.includes(path) && { drawn: drawnPage(path) }) }]
    }),
  )
}

/** The files that open Home and a roster in a language, and the fonts: what the service worker stores ahead. */
function offlineFiles(manifest: Manifest, language: string): string[] {
  const opened = ['src/app/start.tsx', fileOf('/'), fileOf('/services/session'), ...laterParts]
  const missing = opened.filter((entry) => !manifest[entry])
  if (missing.length > 0) throw new Error(`Not in the build, so that nothing opens without a connection: ${missing.join(', ')}`)
  const chunks = opened.map((entry) => needs(manifest, entry))
  const own = [...textsChunk(manifest, language, 'shell'), ...textsChunk(manifest, language, 'screens')]
  const fonts = manifest['src/ui/fonts.css']
  const early = manifest['src/app/early.ts']
  const files = [
    early?.file,
    ...chunks.flatMap(({ scripts, styles }) => [...scripts, ...styles]),
    ...own,
    fonts?.file,
    ...(fonts?.assets ?? []),
  ]
  return [...new Set(files.flatMap((file) => (file ? [`/${file}`] : [])))]
}

/** Writes /sw.js: the worker with this build's name, its addresses and its files. */
async function buildWorker(manifest: Manifest): Promise<void> {
  const files = Object.fromEntries(languages.map((language) => [language, offlineFiles(manifest, language)]))
  const pages = languages.map((language) => readFileSync(`${out}/shell.${language}.html`, 'utf8'))
  const name = createHash('sha256').update(JSON.stringify(files)).update(pages.join('')).digest('hex').slice(0, 12)
  await build({
    configFile: false,
    logLevel: 'warn',
    define: { build: JSON.stringify({ name, paths: Object.keys(screens), files }) },
    build: {
      outDir: out,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { input: 'src/app/offline.worker.ts', output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  })
}

async function buildAll(): Promise<void> {
  await build({ logLevel: 'warn' })
  await build({ logLevel: 'warn', build: { ssr: true } })
  const manifest = JSON.parse(readFileSync(`${out}/.vite/manifest.json`, 'utf8')) as Manifest
  const { renderAll, renderOpening } = (await import(pathToFileURL('dist/server/prerender.js').href)) as {
    renderAll: (countries: Country[]) => Promise<{ name: string; language: string; title: string; html: string; part?: string }[]>
    renderOpening: (language: string) => Promise<string>
  }
  for (const { name, language, title, html, part } of await renderAll(allCountries())) {
    writeFileSync(
      `${out}/${name}.${language}.html`,
      page({
        language,
        title,
        entry: 'src/app/public/public.tsx',
        loads: ownScreens[name] ? [ownScreens[name]] : [],
        body: html,
        manifest,
        part: 'public',
        ownPart: part,
        isWhole: paintedWhole.has(name),
      }),
    )
  }
  for (const language of languages) {
    writeFileSync(
      `${out}/shell.${language}.html`,
      page({ language, title: 'Touchline', entry: 'src/app/start.tsx', body: await renderOpening(language), manifest, part: 'shell' }),
    )
    for (const path of drawnScreens)
      writeFileSync(
        `${out}/${drawnPage(path)}.${language}.html`,
        page({
          language,
          title: 'Touchline',
          entry: 'src/app/start.tsx',
          loads: path === '/' ? [fileOf(path)] : [fileOf(path), besides],
          body: '__FIRST__',
          manifest,
          part: 'shell',
          ownPart: path === '/' ? undefined : 'screens',
          isWhole: true,
          isDrawn: true,
        }),
      )
    writeFileSync(`${out}/screens.${language}.json`, JSON.stringify(screenPages(manifest, language)))
  }
  await buildWorker(manifest)
  for (const file of globSync(`${out}/assets/*.{js,css,svg}`)) {
    const bytes = readFileSync(file)
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  }
}

const marker = 'dist/.built'
const wanted = fingerprint()
if (!existsSync(marker) || readFileSync(marker, 'utf8') !== wanted || process.argv.includes('--force')) {
  process.env['NODE_ENV'] = 'production'
  await buildAll()
  mkdirSync('dist', { recursive: true })
  writeFileSync(marker, wanted)
}
