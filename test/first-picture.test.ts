import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstAnswersId, widthCookie } from '#lib/first-answers.ts'
import { listLooksCookie, withColumns, withDensity } from '#lib/list-looks.ts'
import { testServer, type TestApp } from './app.ts'
import { platform } from '#db/tenant.ts'
import { newId } from '#kernel/ids.ts'
import type { Role } from '#lib/roles.ts'
import { filledOwner } from './filled.ts'
import { scripts } from './scripts.ts'

let app: TestApp & { url: string }
let owner: Awaited<ReturnType<typeof filledOwner>>
let other: typeof owner
beforeAll(async () => {
  app = await testServer({ NODE_ENV: 'production' })
  owner = await filledOwner(app.url, ' of Amal')
  other = await filledOwner(app.url, ' of Badr')
})
afterAll(() => app.close())

async function page(cookie: string, address = '/'): Promise<{ html: string; headers: Headers }> {
  const answer = await fetch(app.url + address, { headers: { cookie, accept: 'text/html' } })
  expect(answer.status).toBe(200)
  return { html: await answer.text(), headers: answer.headers }
}

/** The cookies of a signed-in browser, as the app stores them after a sign-in. */
async function cookiesOf(client: typeof owner): Promise<string> {
  const { body } = await client.rpc('accounts.session')
  return `${client.cookie}; member=${String(body['userId'])}`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** The answers embedded in the page, by the first two parts of their keys. */
function answersIn(html: string): Record<string, Record<string, unknown>> {
  const text = new RegExp(`<script type="application/json" id="${firstAnswersId}">([^<]*)</script>`).exec(html)?.[1]
  const answers = JSON.parse(text ?? '[]') as [key: unknown[], answer: Record<string, unknown>][]
  return Object.fromEntries(answers.map(([key, answer]) => [key.slice(0, 2).join('/'), answer]))
}

/** The mark of the other business. */
const foreignTo = (name: string) => (name.endsWith('Amal') ? 'of Badr' : 'of Amal')

test('anyone who is signed in gets Home with the own day in the page, drawn and as the answers of the calls', async () => {
  for (const [client, name] of [
    [owner, 'Al Noor Sports of Amal'],
    [other, 'Al Noor Sports of Badr'],
  ] as const) {
    const { html, headers } = await page(await cookiesOf(client))
    expect(html).toMatch(new RegExp(`<p class="[^"]*greeting[^"]*">[^<]*${name}`))
    expect(html.match(/of (?:Amal|Badr)/g)).not.toContain(foreignTo(name))
    expect(headers.get('cache-control')).toBe('no-store')
    const answers = answersIn(html)
    for (const [address, call] of [
      ['accounts/session', 'accounts.session'],
      ['plans/current', 'plans.current'],
      ['setup/progress', 'setup.progress'],
      ['setup/vendor', 'setup.vendor'],
      ['home/today', 'home.today'],
      ['home/revenue', 'home.revenue'],
    ] as const)
      expect(answers[address], address).toEqual((await client.rpc(call)).body)
    expect(Object.keys(answers)).toHaveLength(6)
  }
})

/** A page of one record: its address, what it is of, the key of its main call and the call, and what the picture shows. */
type RecordPage = { address: string; of: keyof typeof owner.ids; key: string; call: string; shows: string[]; parameter?: string }
const recordPages: RecordPage[] = [
  {
    address: '/sales/customer',
    of: 'customer',
    key: 'customers/page',
    call: 'customers.get',
    shows: ['Amal', 'Asthma', 'Layla Karam', 'Juniors A'],
  },
  { address: '/services/batch', of: 'batch', key: 'batches/page', call: 'batches.get', shows: ['Juniors A', 'North pitch', 'Amal'] },
  {
    address: '/services/session',
    of: 'session',
    key: 'attendance/roster',
    call: 'attendance.roster',
    parameter: 'session',
    shows: ['Juniors A', 'North pitch', 'Amal'],
  },
  { address: '/sales/sale', of: 'sale', key: 'sales/page', call: 'sales.get', shows: ['Amal', 'A football', 'Collects on Friday'] },
  { address: '/sales/edit', of: 'sale', key: 'sales/page', call: 'sales.get', shows: ['Amal', 'A football'] },
  { address: '/sales/quote', of: 'quote', key: 'quotes/page', call: 'quotes.get', shows: ['Ten afternoons'] },
  { address: '/staff/trainer', of: 'trainer', key: 'trainers/page', call: 'trainers.get', shows: ['Mariam Haddad', 'Juniors A'] },
  {
    address: '/challenges/challenge',
    of: 'challenge',
    key: 'challenges/page',
    call: 'challenges.get',
    shows: ['October sweat', 'Amal'],
  },
]

/** What only some roles may read of a record. */
const confidential: [text: string, roles: Role[]][] = [
  ['Asthma', ['owner', 'frontDesk']],
  ['Huda Karam', ['owner', 'frontDesk']],
  ['Layla Karam', ['owner', 'frontDesk']],
  ['Likes to play in goal', ['owner']],
  ['"cost":120', ['owner', 'accountant']],
]

test('the picture offers what the role may do, and has no word of what it may not see', async () => {
  const member = await filledOwner(app.url, ' of Celine')
  const cookies = await cookiesOf(member)
  const { body } = await member.rpc('accounts.session')
  const offered = ['/sales/add', '/sales/customer/add', '/services/add?kind=batch']
  for (const [role, may] of [
    ['owner', offered],
    ['frontDesk', offered.slice(0, 2)],
    ['trainer', []],
    ['accountant', []],
  ] as [Role, string[]][]) {
    await platform(app.app.db, (trx) => trx.updateTable('members').set({ role }).where('userId', '=', String(body['userId'])).execute())
    const { html } = await page(cookies)
    expect(
      offered.filter((address) => html.includes(`href="${address}"`)),
      role,
    ).toEqual(may)
    expect(html.includes('Amal'), role).toBe(false)
    expect(answersIn(html)['home/today']?.['money'] === null, role).toBe(role === 'frontDesk' || role === 'trainer')
    const read = new Set<string>()
    for (const { address, of, key, call, parameter = 'id' } of recordPages) {
      const id = member.ids[of]
      const { status, body } = await member.rpc(call, { [parameter]: id })
      const screen = (await page(cookies, `${address}?id=${id}`)).html
      expect(answersIn(screen)[key], `${role} at ${address}`).toEqual(status === 200 ? body : undefined)
      for (const [text, roles] of confidential) {
        expect(screen.includes(text) && !roles.includes(role), `${role} reads ${text} at ${address}`).toBe(false)
        if (screen.includes(text)) read.add(text)
      }
    }
    expect(
      confidential.filter(([, roles]) => roles.includes(role)).map(([text]) => text),
      role,
    ).toEqual([...read])
  }
})

test('the picture keeps to the strict policy: no style attribute, no script of its own, each style under the nonce', async () => {
  const { html, headers } = await page(await cookiesOf(owner))
  const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1]
  expect(nonce).toBeTruthy()
  expect(html).not.toMatch(/\sstyle=|\son[a-z]+=/)
  expect(html).toContain('[data-at="0"]{--at:')
  expect([...html.matchAll(/<style[^>]*>/g)].map(([tag]) => tag)).toEqual(Array.from({ length: 2 }, () => `<style nonce="${nonce}">`))
  for (const [tag] of html.matchAll(/<script[^>]*>/g)) expect(tag).toMatch(/ src="\/assets\/[^"]+"| type="application\/json"/)
})

test('a session alone, another member, a signed-out browser and an ended session get the frame without a word of the business', async () => {
  const cookies = await cookiesOf(owner)
  const foreign = (await cookiesOf(other)).split('member=')[1] ?? ''
  const signedOut = await filledOwner(app.url, ' of Amal')
  const ended = await cookiesOf(signedOut)
  await signedOut.rpc('accounts.signOut')
  for (const cookie of [
    '',
    owner.cookie,
    `${owner.cookie}; member=${foreign}`,
    `${owner.cookie}; member=`,
    cookies.replace(owner.cookie, ''),
    ended,
  ]) {
    const { html, headers } = await page(cookie)
    expect(html, cookie).not.toMatch(/of Amal|of Badr/)
    expect(html).not.toContain(firstAnswersId)
    expect(html).toContain('hidden=""')
    expect(headers.get('cache-control')).toBe('no-cache')
  }
})

test('I4 what vendors wrote is text in the picture and in its answers, also where it looks like a mark of the page', async () => {
  const cookies = await cookiesOf(owner)
  const { id, version, ...batch } = (await owner.rpc('batches.get', { id: owner.ids.batch })).body
  const keys = ['service', 'code', 'price', 'startingTime', 'endingTime', 'trainingDays', 'totalCandidates', 'trainer', 'hall']
  const input = Object.fromEntries(keys.map((key) => [key, batch[key]]))
  for (const [index, script] of [...scripts, '__FIRST__', '__NONCE__', '<!-- <script', 'a style="color:red"'].entries()) {
    const name = script.padEnd(4, '.').slice(0, 30)
    const changed = await owner.rpc('batches.update', { ...input, name, id, version: Number(version) + index })
    expect([changed.status, changed.body['name']], script).toEqual([200, name])
    const { html } = await page(cookies)
    expect(answersIn(html)['home/today']?.['meetings']).toMatchObject([{ name }])
    const picture = html.slice(html.indexOf('inert'))
    expect(picture, script).toContain(`dir="auto">${escaped(name)}<`)
    expect(picture.match(/<(?:script|iframe|object|form|img src="?(?!\/media\/))/g)).toBeNull()
  }
})

/** The screens that the server draws: an address, the calls whose answers must be in its page, and what the picture shows. */
const drawnScreens: [address: string, calls: string[], shown: (mark: string) => string[]][] = [
  ['/services', ['services/list'], (mark) => [`Football for girls and boys${mark}`]],
  ['/services?tab=batches', ['batches/list'], (mark) => [`Juniors A${mark}`]],
  ['/services?tab=calendar&view=month', ['sessions/calendar', 'closures/all'], (mark) => [`Juniors A${mark}`]],
  ['/services?tab=halls', ['halls/list'], (mark) => [`North pitch${mark}`]],
  ['/sales', ['enrolments/list'], (mark) => [`Amal${mark}`, `Juniors A${mark}`]],
  ['/sales?tab=sales', ['sales/list'], (mark) => [`Amal${mark}`]],
  ['/sales?tab=customers', ['customers/list', 'sales/debts', 'attendance/recent'], (mark) => [`Amal${mark}`]],
  ['/sales?tab=customers&search=nobody', ['customers/list'], () => ['No results']],
  ['/staff', ['trainers/list'], () => ['Mariam Haddad']],
  ['/finance', ['finance/overview'], () => ['Profit']],
  ['/challenges', ['challenges/list'], () => ['challenge']],
  ['/rankings', ['rankings/board'], () => ['Rankings']],
  ['/rankings/tv', ['rankings/board'], () => ['Rankings']],
  ['/notifications', ['notifications/list'], () => ['Notifications']],
  ['/notifications?tab=log', ['notifications/log'], () => ['Notifications']],
  ['/sales/audit-report', ['reports/list', 'chain'], () => ['Audit report']],
  ['/sales/subscription-report', ['reports/subscriptions'], () => ['Subscription report']],
]

test('every drawn screen has the member’s own rows in its page, as the calls of its address answer them', async () => {
  for (const [mark, foreign] of [
    [' of Hala', 'of Iyad'],
    [' of Iyad', 'of Hala'],
  ] as const) {
    const client = await filledOwner(app.url, mark)
    const cookies = `${await cookiesOf(client)}; ${widthCookie}=1280`
    for (const [address, calls, shown] of drawnScreens) {
      const { html, headers } = await page(cookies, address)
      expect(Object.keys(answersIn(html)), address).toEqual(expect.arrayContaining(calls))
      const picture = html.slice(html.indexOf('inert'))
      expect(
        shown(mark).filter((text) => !picture.includes(text)),
        address,
      ).toEqual([])
      expect(html.match(new RegExp(`${foreign}|of Amal|of Badr`)), address).toBeNull()
      expect(html.match(/\sstyle=|<script>/), address).toBeNull()
      expect(headers.get('cache-control'), address).toBe('no-store')
    }
  }
})

test('a list is drawn with the columns and rows that its member chose in this browser, and no other member', async () => {
  const address = '/sales?tab=customers'
  for (const [of, isOwn] of [
    [owner, true],
    [other, false],
  ] as const) {
    const userId = String((await of.rpc('accounts.session')).body['userId'])
    const chosen = withDensity(withColumns('', userId, 'customers.list', { lastVisit: false }), userId, true)
    const { html } = await page(`${await cookiesOf(owner)}; ${widthCookie}=1280; ${listLooksCookie}=${chosen}`, address)
    const picture = html.slice(html.indexOf('inert'))
    expect([picture.includes('data-density="compact"'), picture.includes('data-label="Last visit"')]).toEqual([isOwn, !isOwn])
  }
})

test('the page of a record has it as its call answers, and one of another business is as one that does not exist', async () => {
  const cookies = `${await cookiesOf(other)}; ${widthCookie}=1280`
  for (const { address, of, key, call, parameter = 'id', shows } of recordPages) {
    const id = other.ids[of]
    const { html, headers } = await page(cookies, `${address}?id=${id}`)
    expect(answersIn(html)[key], address).toEqual((await other.rpc(call, { [parameter]: id })).body)
    const picture = html.slice(html.indexOf('inert'))
    expect(
      shows.filter((text) => !picture.includes(text)),
      address,
    ).toEqual([])
    expect(html.match(/of Amal|\sstyle=|<script>/), address).toBeNull()
    expect(headers.get('cache-control'), address).toBe('no-store')
    const unread: string[] = []
    for (const missing of [owner.ids[of], newId()]) {
      const { html } = await page(cookies, `${address}?id=${missing}`)
      expect(answersIn(html)[key], address).toBeUndefined()
      expect(html, address).not.toContain('of Amal')
      unread.push(
        html
          .slice(html.indexOf('inert'))
          .replaceAll(missing, '')
          .replaceAll(/nonce="[^"]*"/g, ''),
      )
    }
    expect(unread[0], address).toBe(unread[1])
  }
})

test('an address that says anything else is drawn as the app shows it, or gets the frame, and is text in the page', async () => {
  const cookies = await cookiesOf(owner)
  for (const address of [
    '/sales?tab=customers&search=%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E',
    '/sales?tab=customers&page=999&sort=__proto__&direction=up&state=all%27%22%3E%3Cimg%20src=x%3E',
    '/services?tab=calendar&date=2026-99-99&view=decade&trainer=%7B%7D',
    '/services?tab=__FIRST__&search=__NONCE__',
    '/finance?tab=overview&month=%5B1%5D',
    '/finance/',
    '/constructor',
    '/sales/customer?id=x',
    '/services/batch?id=%3Cimg%20src=x%3E&tab=__FIRST__',
    '/sales/sale',
  ]) {
    const { html, headers } = await page(cookies, address)
    expect(html.match(/<script>|<img src="?x|\son[a-z]+=|of Badr/), address).toBeNull()
    expect(headers.get('cache-control'), address).toBe(html.includes(firstAnswersId) ? 'no-store' : 'no-cache')
  }
  const { html } = await page(cookies, '/services?tab=halls&search=__FIRST__')
  expect(html.match(/<\/html>/g)).toHaveLength(1)
})

test('a screen has no answer to a call that the role may not make, and none without a session', async () => {
  const member = await filledOwner(app.url, ' of Dina')
  const cookies = await cookiesOf(member)
  const { body } = await member.rpc('accounts.session')
  await platform(app.app.db, (trx) =>
    trx.updateTable('members').set({ role: 'trainer' }).where('userId', '=', String(body['userId'])).execute(),
  )
  const { html } = await page(cookies, '/finance')
  expect(Object.keys(answersIn(html)).filter((call) => call.startsWith('finance/'))).toEqual([])
  const list = await page(cookies, '/sales?tab=customers')
  expect(Object.keys(answersIn(list.html))).not.toContain('customers/list')
  await member.rpc('accounts.signOut')
  for (const [address] of drawnScreens) expect((await page(cookies, address)).html.match(/of Dina|first-answers/), address).toBeNull()
})

test('a business whose trial is over sees its rows, and that it is over', async () => {
  const member = await filledOwner(app.url, ' of Eva')
  const { body } = await member.rpc('accounts.session')
  await platform(app.app.db, (trx) =>
    trx
      .updateTable('vendorPlans')
      .set({ trialStartedAt: '2020-01-01T00:00:00Z' })
      .where('vendorId', '=', String(body['vendorId']))
      .execute(),
  )
  const { html } = await page(await cookiesOf(member), '/services?tab=halls')
  const picture = html.slice(html.indexOf('inert'))
  expect(picture).toContain('North pitch of Eva')
  expect(picture).toContain('trial')
  expect(answersIn(html)['plans/current']).toMatchObject({ isExpired: true })
})

test('the picture is of the width that the browser last had', async () => {
  const cookies = await cookiesOf(owner)
  for (const [width, isWide, hasSheet] of [
    ['1280', 'true', false],
    ['390', 'false', true],
  ] as const) {
    const { html } = await page(`${cookies}; ${widthCookie}=${width}`, '/services?tab=batches')
    expect([html.includes(`data-wide="${isWide}"`), html.includes('data-fits="true" inert')], width).toEqual([true, true])
    expect(html.includes('aria-label="Filters"'), width).toBe(hasSheet)
  }
  const { html } = await page(`${cookies}; ${widthCookie}=%3Cscript%3E`, '/services?tab=batches')
  expect(html).not.toMatch(/data-fits="\w+" inert/)
})

test('a name in Latin letters is isolated in the sentences of an Arabic page, and of no English one', async () => {
  const cookies = await cookiesOf(owner)
  const said = (name: string) => new RegExp(`<p class="[^"]*greeting[^"]*">[^<]*${name}`)
  expect((await page(`${cookies}; lang=ar`)).html).toMatch(said('\u2068Al Noor Sports of Amal\u2069'))
  expect((await page(cookies)).html).toMatch(said(', Al Noor Sports of Amal'))
})
