import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstAnswersId } from '#lib/first-answers.ts'
import { testServer, type TestApp } from './app.ts'
import { platform } from '#db/tenant.ts'
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

async function home(cookie: string): Promise<{ html: string; headers: Headers }> {
  const answer = await fetch(app.url, { headers: { cookie, accept: 'text/html' } })
  expect(answer.status).toBe(200)
  return { html: await answer.text(), headers: answer.headers }
}

/** Home as rendered by the server; a machine that stalls for a moment serves the frame instead. */
async function drawnHome(cookie: string): ReturnType<typeof home> {
  for (let tries = 1; ; tries++) {
    const answer = await home(cookie)
    if (tries === 20 || answer.html.includes(firstAnswersId)) return answer
  }
}

/** The cookies of a signed-in browser, as the app stores them after a sign-in. */
async function cookiesOf(client: typeof owner): Promise<string> {
  const { body } = await client.rpc('accounts.session')
  return `${client.cookie}; member=${String(body['userId'])}`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** The answers embedded in the page. */
function answersIn(html: string): Record<string, Record<string, unknown>> {
  const text = new RegExp(`<script type="application/json" id="${firstAnswersId}">([^<]*)</script>`).exec(html)?.[1]
  return JSON.parse(text ?? '{}') as Record<string, Record<string, unknown>>
}

test('anyone who is signed in gets Home with the own day in the page, drawn and as the answers of the calls', async () => {
  for (const [client, name] of [
    [owner, 'Al Noor Sports of Amal'],
    [other, 'Al Noor Sports of Badr'],
  ] as const) {
    const { html, headers } = await drawnHome(await cookiesOf(client))
    expect(html).toMatch(new RegExp(`<p class="[^"]*greeting[^"]*">[^<]*${name}`))
    expect(html.match(/of (?:Amal|Badr)/g)).not.toContain(name.endsWith('Amal') ? 'of Badr' : 'of Amal')
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
    const { html } = await drawnHome(cookies)
    expect(
      offered.filter((address) => html.includes(`href="${address}"`)),
      role,
    ).toEqual(may)
    expect(html.includes('Amal'), role).toBe(false)
    expect(answersIn(html)['home/today']?.['money'] === null, role).toBe(role === 'frontDesk' || role === 'trainer')
  }
})

test('the picture keeps to the strict policy: no style attribute, no script of its own, each style under the nonce', async () => {
  const { html, headers } = await drawnHome(await cookiesOf(owner))
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
    const { html, headers } = await home(cookie)
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
    const { html } = await drawnHome(cookies)
    expect(answersIn(html)['home/today']?.['meetings']).toMatchObject([{ name }])
    const picture = html.slice(html.indexOf('inert'))
    expect(picture, script).toContain(`dir="auto">${escaped(name)}<`)
    expect(picture.match(/<(?:script|iframe|object|form|img src="?(?!\/media\/))/g)).toBeNull()
  }
})
