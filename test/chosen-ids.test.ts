import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { contract } from '#entrance/contract.ts'
import { policies, type CallName } from '#entrance/policy.ts'
import { sharedTables } from '#db/safety.ts'
import { week } from '#lib/fields.ts'
import { newId } from '#kernel/ids.ts'
import { testServer, type TestApp } from './app.ts'
import { httpClient, type HttpClient } from './browser-session.ts'
import { isOwnFifth } from './engine-rounds.ts'
import { filledOwner } from './filled.ts'
import { asOwner } from './owner-role.ts'
import { inputsWith } from './record-inputs.ts'
import { isNightly, isTaken } from './rounds.ts'
import { samples } from './samples.ts'
import { vendorDigest } from './vendor-rows.ts'

const canary = ' Canary7Q'
type Filled = Awaited<ReturnType<typeof filledOwner>>
let app: TestApp & { url: string }
let [a, guest, b] = [] as unknown as [Filled, Filled, Filled]
beforeAll(async () => {
  app = await testServer()
  a = await filledOwner(app.url, canary)
  guest = await filledOwner(app.url)
  b = await filledOwner(app.url)
  for (const one of [a, guest, b]) {
    const { body } = await one.rpc('plans.current')
    await made(one, 'plans.change', { plan: 'elite', version: body['version'] })
  }
  // A new account may write to only a few people on its first day; this test writes to many.
  await asOwner(app.app.db, (owner) => owner.updateTable('users').set({ createdAt: '2026-01-01T00:00:00Z' }).execute())
})
afterAll(() => app.close())

/** Makes a call that must succeed; returns the body of its response. */
async function made(client: HttpClient, name: string, input?: unknown): Promise<Record<string, unknown>> {
  const { status, body } = await client.rpc(name, input)
  if (status >= 300) throw new Error(`${name} answered ${status} ${JSON.stringify(body)}`)
  return body
}

type Node = {
  format?: string
  pattern?: string
  properties?: Record<string, Node>
  required?: string[]
  items?: Node
  anyOf?: Node[]
  allOf?: Node[]
}
type Definition = { inputSchema?: z.core.$ZodType; route: { successStatus?: number } }

const isUuid = ({ pattern }: Node) => pattern?.startsWith('^[0-9a-f]{8}-') === true

/** Whether the caller may choose a record's id in an input: it is optional, part of a creation, or the id of a row among many. */
function choosesId(node: Node, isCreation: boolean): boolean {
  const fields = Object.entries(node.properties ?? {})
  const isChosen = (name: string, field: Node) =>
    (name === 'id' || name === 'copy') && isUuid(field) && (isCreation || !node.required?.includes(name))
  return (
    fields.some(([name, field]) => isChosen(name, field) || (field.items && choosesId(field.items, true))) ||
    [...(node.anyOf ?? []), ...(node.allOf ?? [])].some((part) => choosesId(part, isCreation))
  )
}

function definitionOf(name: string): Definition {
  const found = name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], contract)
  return (found as { '~orpc': Definition })['~orpc']
}

const writing = (Object.keys(policies) as CallName[]).filter((name) => policies[name].writes !== 'nothing')
const choosing = writing.filter((name) => {
  const { inputSchema, route } = definitionOf(name)
  return (
    inputSchema !== undefined &&
    choosesId(z.toJSONSchema(inputSchema, { io: 'input', unrepresentable: 'any' }) as Node, route.successStatus === 201)
  )
})

/** These change existing rows: the id names a row and creates none. */
const noCreates: CallName[] = ['notifications.read', 'enrolments.setPrice', 'banking.accept']

/** The nth day from ten weeks ahead on that is no Monday. */
function noMonday(nth: number): string {
  const day = new Date(Date.now() + 70 * 86_400_000)
  day.setUTCDate(day.getUTCDate() + ((9 - day.getUTCDay()) % 7) + Math.floor(nth / 6) * 7 + (nth % 6))
  return day.toISOString().slice(0, 10)
}

let turn = 0
/** Inputs that create a record under a chosen id, with everything else belonging to the creator. */
function creations(
  id: string,
  own: Filled['ids'] & {
    mondays: string
    unpaid: string
    paid: string
    creditor: string
    payments: string[]
    image: string
    avatar: string
  },
): Partial<Record<CallName, object>> {
  turn += 1
  const hours = { startingTime: '09:00', endingTime: '21:00', trainingDays: week(1) }
  const dayIn = (months: number) => new Date(Date.now() + (months * 30 + turn) * 86_400_000).toISOString().slice(0, 10)
  const item = { kind: 'free', text: 'A ball', quantity: 1, unit: 100 }
  const spent = { category: 'rent', supplier: 'Landlord', amount: 100, tax: 0, method: 'cash' }
  const contest = {
    nameEn: 'Own challenge',
    visibility: 'external',
    session: 'weekly',
    startsAt: dayIn(2),
    metric: 'manual',
    unit: 'laps',
    mode: 'leaderboard',
    topN: 1,
  }
  const person = { firstName: 'Own', phone: `05${String(10_000_000 + turn)}`, email: `own-${id}@example.com` }
  return {
    'services.create': { service: 'karate', cover: own.image, descriptionEn: 'Karate from white to black belts' },
    ...Object.fromEntries(Object.entries(samples).map(([name, sample]) => [`${name}.create`, sample])),
    'trainers.create': { services: [own.service], avatar: own.avatar, Fname: 'Yousef', Lname: 'Karam', cost: 90, ...hours },
    'batches.create': {
      service: own.service,
      trainer: id,
      name: `Batch ${turn}`,
      code: `B-${turn}`,
      price: 100,
      ...hours,
      startingTime: '10:00',
      endingTime: '11:00',
      totalCandidates: 5,
    },
    'batches.rollOver': {
      copy: id,
      id: own.batch,
      name: `Season ${turn}`,
      code: `S-${turn}`,
      startDate: dayIn(14),
      endDate: dayIn(14),
      tell: false,
    },
    'timeOff.create': { trainer: own.trainer, fromDay: dayIn(12), toDay: dayIn(12), reason: 'sick' },
    'sessions.add': { batch: own.mondays, day: noMonday(turn), startingTime: '06:00', endingTime: '07:00', trainer: own.trainer },
    'closures.create': { fromDay: dayIn(10), toDay: dayIn(10), label: 'Inventory', tell: false },
    'customers.create': person,
    'imports.begin': { fileName: 'people.csv', rows: 1 },
    'imports.add': { rows: [{ firstName: 'Row', phone: `05${String(20_000_000 + turn)}`, id: newId() }] },
    'enrolments.enrol': { batch: id, customer: id },
    'sales.sell': { customer: own.customer, items: [item], total: 100 },
    'sales.pay': { sale: own.unpaid, method: 'cash', amount: 1 },
    'sales.reversePayment': { sale: own.unpaid, payment: own.payments?.[turn], reason: 'Bounced' },
    'sales.refund': { sale: own.paid, method: 'cash', amount: 1, reason: 'Requested' },
    'sales.payOutCredit': { customer: own.creditor, method: 'cash', amount: 1, reason: 'Requested' },
    'quotes.create': { customer: own.customer, batch: own.batch, candidates: 1, quote: 'An offer', offeredPrice: 30_000 },
    'team.invite': { email: `own-${id}@example.com`, role: 'manager' },
    'payroll.adjust': { trainer: own.trainer, month: '2026-10', amount: 100, reason: 'Bonus' },
    'payroll.pay': { trainer: own.trainer, method: 'cash', amount: 1 },
    'payroll.payAll': { payments: [{ id, trainer: own.trainer, amount: 1 }], method: 'cash' },
    'expenses.create': { ...spent, day: '2026-10-01' },
    'expenses.createRecurring': { ...spent, fromDay: '2026-10-01' },
    'cashbook.createAccount': { kind: 'till', name: `Desk ${id.slice(-8)}`, number: '' },
    'cashbook.record': { kind: 'ownerIn', amount: 100, day: '2026-10-01', into: own.till },
    'cashbook.setBalance': { account: own.till, day: '2026-10-01', balance: turn },
    'banking.importFile': {
      account: own.bank,
      name: 'own.csv',
      fromDay: '2026-10-01',
      toDay: '2026-10-01',
      lines: [{ position: 1, day: '2026-10-01', amount: turn, occurrence: 1 }],
    },
    'reports.closeDay': { day: '2026-10-01', cash: 0, card: 0, transfer: 0, wallet: 0 },
    'challenges.create': contest,
    'challenges.clone': { copy: id, id: own.challenge },
    'challenges.score': { entry: own.entry, units: 1 },
    'archives.begin': {},
  }
}

test('T9 no creation with an id of its caller is left out', () => {
  expect(Object.keys(creations(newId(), {} as never)).toSorted()).toEqual(choosing.filter((name) => !noCreates.includes(name)).toSorted())
})

/** Every platform row that names one of the businesses, and all shared rows, except those that their own sign-ins write. */
const platformRows = (vendors: string[]) =>
  asOwner(app.app.db, async (owner) => {
    const texts: string[] = []
    for (const table of [
      ...sharedTables,
      'apiKeys',
      'archives',
      'calendarFeeds',
      'invitationLinks',
      'members',
      'offerLinks',
      'quoteLinks',
      'usernames',
    ]) {
      const isOf = sharedTables.includes(table) ? sql`true` : sql`"vendorId" = any(${vendors}::uuid[])`
      const { rows } = await sql<{
        row: string
      }>`select to_jsonb(t)::text as "row" from ${sql.table(table)} t where ${isOf} order by 1`.execute(owner)
      texts.push(table, ...rows.map(({ row }) => row))
    }
    return texts
  })

/** What a business needs for its creations: a bill to pay, payments to reverse, a bill to refund, and images. */
async function moreOf(one: Filled) {
  const { customer, service, trainer } = one.ids
  const item = { kind: 'free', text: 'A net', quantity: 1, unit: 1_000_000 }
  const sale = { customer, items: [item], total: 1_000_000 }
  const unpaid = String((await made(one, 'sales.sell', sale))['id'])
  const paid = String((await made(one, 'sales.sell', { ...sale, payments: [{ method: 'cash', amount: 1_000_000 }] }))['id'])
  const creditor = String((await made(one, 'customers.create', { firstName: 'Dana', email: 'dana@example.com' }))['id'])
  const returned = await made(one, 'sales.sell', { ...sale, customer: creditor, payments: [{ method: 'cash', amount: 1_000_000 }] })
  await made(one, 'sales.refund', { sale: returned['id'], amount: 1000, method: 'credit', reason: 'Torn' })
  // Each payment is reversed once.
  const payments: string[] = []
  for (let count = 0; count < 60; count++) {
    payments.push(newId())
    await made(one, 'sales.pay', { id: payments[count], sale: unpaid, method: 'cash', amount: 1 })
  }
  const mondays = String(
    (
      await made(one, 'batches.create', {
        service,
        trainer,
        name: 'Mondays',
        code: 'MON',
        price: 100,
        totalCandidates: 5,
        trainingDays: week(1),
        startingTime: '07:00',
        endingTime: '08:00',
        startDate: new Date().toISOString().slice(0, 10),
        endDate: noMonday(150),
      })
    )['id'],
  )
  const image = String((await made(one, 'services.get', { id: service }))['cover'])
  const avatar = String((await made(one, 'trainers.get', { id: trainer }))['avatar'])
  const vendor = String((await made(one, 'accounts.session'))['vendorId'])
  return { ...one.ids, mondays, unpaid, paid, creditor, payments, image, avatar, vendor }
}

/**
 * An external challenge of A in which the guest takes part, A's other rows outside the floor data, and the vendor ids of A and the guest.
 */
async function targetsOfA(): Promise<{
  targets: string[]
  scarce: Record<string, string | undefined>
  boards: string[]
  vendors: string[]
}> {
  const day = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10)
  const request = { nameEn: `Shared${canary}`, visibility: 'external', session: 'weekly', startsAt: day(3), metric: 'manual', unit: 'laps' }
  const { id, version } = await made(a, 'challenges.create', { ...request, mode: 'leaderboard', topN: 1, lateJoin: true })
  await made(a, 'challenges.publish', { id, version })
  await made(a, 'challenges.enter', { challenge: id, customers: [a.ids.customer] })
  const { username } = await made(guest, 'setup.vendor')
  await made(a, 'challenges.invite', { id, username })
  await made(guest, 'challenges.accept', { id })
  await made(guest, 'challenges.enter', { challenge: id, customers: [guest.ids.customer] })
  const more = [
    await made(a, 'archives.begin', {}),
    await made(a, 'team.invite', { email: 'invited@example.com', role: 'manager' }),
    await made(a, 'reports.closeDay', { day: '2026-10-01', cash: 0, card: 0, transfer: 0, wallet: 0 }),
    await made(a, 'keys.create', { name: 'Till', scopes: ['read:floor'] }),
    await made(a, 'webhooks.create', { url: 'https://partner.example/', events: ['hall.archived'] }),
  ].map((body) => String(body['id']))
  const vendors = await Promise.all([a, guest].map(async (one) => String((await made(one, 'accounts.session'))['vendorId'])))
  const scarce = { 'archives.begin': more[0], 'team.invite': more[1] }
  return { scarce, targets: [...Object.values(a.ids), ...more, ...vendors, String(id)], boards: [a.ids.challenge, String(id)], vendors }
}

const calls = (Object.keys(policies) as CallName[]).filter((name) => inputsWith(name, newId()).length > 0)
/** The first streams endlessly, the second changes the caller's role; their features' tests cover what they return. */
const skipped: CallName[] = ['challenges.watch', 'team.look']

test("T9 a creation under the id of another business's row gives no part in that row, whatever is called with it then", async () => {
  const { targets, scarce, boards, vendors } = await targetsOfA()
  const own = await moreOf(b)
  const digests = async () => [
    await platformRows(vendors),
    ...(await Promise.all(vendors.map((vendor) => vendorDigest(app.app.db, vendor)))),
  ]
  const ofOthers = async () => {
    const [rows, ...rest] = await digests()
    return [(rows as string[]).filter((row) => !row.includes(own.vendor)), ...rest]
  }
  const before = await ofOthers()
  // Refused before an id is read, so one id is enough by day.
  const signedOut = httpClient(app.url)
  let [requests, creates] = [0, 0]
  const refused: string[] = []
  const kindOf = (target: string) => Object.entries(a.ids).find(([, id]) => id === target)?.[0] ?? ' '
  // By day each engine takes a fifth of them, in pairs, since alternate targets are tried differently.
  const taken = [...targets.entries()].filter(([index, target]) => boards.includes(target) || isOwnFifth(index >> 1))
  for (const [index, target] of taken) {
    for (const [name, input] of Object.entries(creations(target, own))) {
      const isBoard = boards.includes(target) && (name === 'challenges.create' || name === 'challenges.clone')
      // A day or a plan allows only a few of these, so they are tried only under the matching id of A.
      if (name in scarce && scarce[name] !== target) continue
      // Both create a payment, a move of money, a challenge or a batch, so each is tried under every other id.
      if (name === ['sales.pay', 'sales.reversePayment'][index % 2]) continue
      if (name === ['cashbook.record', 'cashbook.setBalance'][index % 2]) continue
      if (!isBoard && name === ['challenges.create', 'challenges.clone'][index % 2]) continue
      if (name === ['batches.create', 'batches.rollOver'][index % 2]) continue
      const hasId = 'copy' in input || name === 'payroll.payAll'
      const { status, body } = await b.rpc(name, hasId ? input : { id: target, ...input })
      creates += 1
      if (status !== (isBoard ? 404 : 200))
        refused.push(`${targets.indexOf(target)} ${name} ${status} ${JSON.stringify(body).slice(0, 300)}`)
      expect(JSON.stringify(body), name).not.toContain('Canary7Q')
    }
    // By day all calls about that kind of record, all calls for a board, which businesses share, and a rotating fifth of the others.
    const isCalled = (name: CallName, at: number) => boards.includes(target) || name.startsWith(kindOf(target)) || isTaken(at, index)
    for (const name of calls.filter((call) => !skipped.includes(call)).filter(isCalled))
      for (const [actor, client] of Object.entries(target === taken[0]?.[1] || isNightly ? { maker: b, signedOut } : { maker: b }))
        for (const input of inputsWith(name, target)) {
          const { status, body } = await client.rpc(name, input)
          requests += 1
          expect(status, `${actor} ${name} ${JSON.stringify(body)}`).toBeLessThan(500)
          expect(JSON.stringify(body), `${actor} ${name}`).not.toContain('Canary7Q')
        }
    // Nor may the host or a guest of a challenge create a second one under its id.
    if (boards.includes(target))
      for (const client of [a, guest])
        for (const name of ['challenges.create', 'challenges.clone'] as const) {
          const input = creations(target, { ...own, ...client.ids })[name]
          const { status } = await client.rpc(name, { id: target, ...input })
          expect([404, 422], name).toContain(status)
        }
  }
  console.log(`chosen ids: ${taken.length} ids, ${creates} creations, ${requests} calls`)
  expect(refused).toEqual([])
  expect(await ofOthers()).toEqual(before)
})
