import { policies, type CallName } from '#entrance/policy.ts'
import { screens } from '#app/screens.ts'
import type { Role } from '#lib/roles.ts'
import { week } from '#lib/fields.ts'
import { httpOwner } from '../test/browser-session.ts'
import { png } from '../test/filled.ts'
import { isNightly, isOwnWay } from '../test/rounds.ts'
import { inTurn } from '../test/turns.ts'
import { addresses } from './addresses.ts'
import { fullVendor, type Walked } from './full-vendor.ts'
import { expectWhole, follow, sidewaysAt } from './follow.ts'
import { endTrial, isOwnAnswer, pressAll, unsentFields, watchCalls } from './offered.ts'
import app from '#app/text.en.json' with { type: 'json' }
import { enter } from './people.ts'
import { expect, test, type Product } from './product.ts'

/** The roles that can be invited; the owner's pages are walked in pages.e2e.ts. */
const roles: readonly Role[] = ['manager', 'frontDesk', 'accountant', 'trainer']

/** Window widths from a desktop to the narrowest phone; by day those in between are covered by the owner's walk. */
const widths = isNightly ? [1280, 1024, 900, 768, 640, 360, 320] : [1280, 768, 320]

/** A vendor with nothing but the trainer that a trainer's sign-in requires. */
async function emptyVendor({ url }: Product): Promise<Walked> {
  const owner = await httpOwner(url)
  const image = async (purpose: string) => String((await owner.upload(purpose, await png(400, 400))).body['image'])
  const descriptionAr = 'كرة القدم للبنات والأولاد'
  const service = { service: 'football', cover: await image('cover'), descriptionEn: 'Football for girls and boys', descriptionAr }
  const trainer = await owner.rpc('trainers.create', {
    services: [(await owner.rpc('services.create', service)).body['id']],
    avatar: await image('avatar'),
    Fname: 'Mariam',
    Lname: 'Haddad',
    cost: 120,
    startingTime: '09:00',
    endingTime: '21:00',
    trainingDays: week(1),
  })
  return { owner, walk: addresses, trainer: String(trainer.body['id']) }
}

/** Whether a role may see a screen; access.browser.test.tsx checks what the others see instead. */
function isFor(role: Role, address: string): boolean {
  const known: { readonly [path: string]: { call?: CallName } | undefined } = screens
  const call = known[address.split('?')[0] ?? '']?.call
  return !call || (policies[call].who as readonly string[]).includes(role)
}

/** Why a role must not make a call. */
const barsOf =
  (role: Role) =>
  (call: CallName): string | null => {
    const { who } = policies[call]
    return typeof who === 'string' || who.includes(role) ? null : 'is denied'
  }

for (const isFull of [true, false]) {
  for (const [theme, language] of inTurn([
    ['dark', 'en'],
    ['light', 'ar'],
  ] as const)) {
    test(`no page of any role offers or asks for what the role may not have, or scrolls sideways: ${isFull ? 'full' : 'empty'}, ${theme}, ${language}`, async ({
      product,
      browser,
    }) => {
      // About a hundred pages.
      test.setTimeout(900_000)
      const { owner, walk, trainer } = await (isFull ? fullVendor : emptyVendor)(product)
      const complaints: string[] = []
      // A page that looks the same as for an earlier role needs no second measurement.
      const measured = new Set<string>()
      for (const [number, role] of roles.entries()) {
        // By day each role walks a quarter of the pages, the next role another one, and in the next turn each a third one.
        const own = walk.filter((open, index) => isFor(role, open) && isOwnWay(index + number, theme === 'dark' ? 0 : 1, 4))
        const looked = await owner.rpc('team.look', { role, trainer: role === 'trainer' ? trainer : null })
        expect(looked.status).toBe(200)
        const context = await browser.newContext({ viewport: { width: 1280, height: 700 }, reducedMotion: 'reduce' })
        await enter(context, product.url, owner.cookie, theme, language)
        const page = await context.newPage()
        let address = '/'
        const { note, ...walked } = await watchCalls(page, barsOf(role), (text) => complaints.push(`${role} ${address}: ${text}`))
        page.on(
          'response',
          (response) => response.status() >= 400 && !isOwnAnswer(response.url()) && note(`${response.status()} ${response.url()}`),
        )
        page.on('pageerror', (error) => note(error.message))
        await page.goto(product.url)
        for (address of own) {
          await follow(page, address)
          await expectWhole(page)
          const shown = await page.evaluate(() => document.querySelector('main')?.innerHTML.replaceAll(/_r_\w+_/g, '') ?? '')
          if (!measured.has(shown)) for (const problem of await sidewaysAt(page, widths)) note(problem)
          measured.add(shown)
          await page.setViewportSize({ width: 1280, height: 700 })
          await pressAll(page, address, { note, ...walked })
        }
        await context.close()
        // A user who is impersonating a role can't impersonate another.
        await owner.rpc('team.stopLooking')
      }
      expect(complaints).toEqual([])
    })
  }
}

test('once the trial is over no page offers a change that would be refused, or takes what cannot be saved', async ({
  product,
  browser,
}) => {
  test.setTimeout(900_000)
  const { owner, walk } = await fullVendor(product)
  const context = await browser.newContext({ viewport: { width: 1280, height: 700 }, reducedMotion: 'reduce' })
  await enter(context, product.url, owner.cookie)
  const page = await context.newPage()
  const complaints: string[] = []
  let address = '/'
  const bars = (call: CallName) => (policies[call].writes === 'vendor' ? 'is refused after the trial' : null)
  const walked = await watchCalls(page, bars, (text) => complaints.push(`${address}: ${text}`))
  await endTrial(page, product.url)
  await page.goto(product.url)
  await expect(page.getByText(app.trial.ended)).toBeVisible()
  // By day every form, and every other page.
  for (address of walk.filter((open, index) => /\/(?:add|edit|import|setup)\b/.test(open) || isOwnWay(index, 0, 2))) {
    await follow(page, address)
    await expectWhole(page)
    if ((await unsentFields(page)) > 0) walked.note('takes what cannot be saved')
    await pressAll(page, address, { ...walked, areLinksFree: true })
  }
  await context.close()
  expect(complaints).toEqual([])
})
