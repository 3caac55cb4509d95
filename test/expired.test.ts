import { afterAll, beforeAll, expect, test } from 'vitest'
import { policies, type CallName } from '#entrance/policy.ts'
import { platform } from '#db/tenant.ts'
import { dailyTasks } from '../src/entrance/tasks.server.ts'
import { runDays } from '../src/business/accounts/daily.server.ts'
import { englishText } from '#kernel/texts.ts'
import { goodPassword, testServer, type TestApp } from './app.ts'
import { filledOwner } from './filled.ts'
import { vendorDigest } from './vendor-rows.ts'

const dayMs = 86_400_000
let app: TestApp & { url: string }
let owner: Awaited<ReturnType<typeof filledOwner>>
let vendorId: string
beforeAll(async () => {
  app = await testServer()
  owner = await filledOwner(app.url)
  vendorId = String((await owner.rpc('accounts.session')).body['vendorId'])
})
afterAll(() => app.close())

const names = Object.keys(policies) as CallName[]
const isOwners = (name: CallName) => policies[name].who.includes('owner') && typeof policies[name].who !== 'string'
/** Digest of every row except the audit log, which records sign-ins and the choice of a plan. */
const state = () => vendorDigest(app.app.db, vendorId, ['audit'])

/** Moves the start of the trial and leaves everything else unchanged. */
const startTrial = (daysAgo: number) =>
  platform(app.app.db, (trx) =>
    trx
      .updateTable('vendorPlans')
      .set({ trialStartedAt: new Date(app.clock.now() - daysAgo * dayMs).toISOString(), plan: null })
      .where('vendorId', '=', vendorId)
      .execute(),
  )

/** The inputs that some reads require; others get an empty input, or the id of the record that they are named after. */
function inputOf(name: CallName): unknown {
  const { ids } = owner
  const days = { from: '2026-10-01', to: '2026-10-31' }
  const inputs: Partial<Record<CallName, unknown>> = {
    'plans.preview': { plan: 'pro' },
    'sessions.list': days,
    'closures.list': {},
    'attendance.roster': { session: ids.session },
    'attendance.grid': { ...days, batch: ids.batch },
    'sales.refundEffect': { sale: ids.sale, amount: 100 },
    'finance.statement': days,
    'finance.entries': days,
    'finance.profit': days,
    'finance.tax': days,
    'finance.delivered': days,
    'finance.batchMonths': { batch: ids.batch },
    'finance.overview': {},
    'finance.monthEnd': { month: '2026-10' },
    'finance.balance': { day: days.to },
    'payroll.list': { month: '2026-10' },
    'payroll.lines': { month: '2026-10', trainer: ids.trainer },
    'payroll.rates': { trainer: ids.trainer },
    'payroll.rules': { trainer: ids.trainer },
    'reports.audit': {},
    'reports.dayExpected': { day: '2026-10-05' },
    'reports.subscriptions': { from: '2026-10', to: '2026-10' },
    'reports.occupancy': { from: '2026-10-01', to: '2026-10-31' },
    'reports.people': { figure: 'closing', month: '2026-10', batch: ids.batch },
    'history.list': { of: ids.batch },
    'documents.get': { collection: 'halls', id: ids.hall },
    'documents.list': { collection: 'halls' },
    'documents.where': { collection: 'halls', field: 'title', value: 'North pitch' },
    'documents.resolve': { reference: `halls/${ids.hall}` },
    'archives.list': undefined,
  }
  if (name in inputs) return inputs[name]
  const [group = '', call] = name.split('.')
  if (call === 'get') return { id: (ids as Record<string, string>)[group.replace(/(?:s|es)$/, '')] ?? ids.batch }
  return call === 'list' ? {} : undefined
}

/** The response of every read that the owner may make, except the plan's own. */
async function reads(): Promise<Record<string, [number, unknown]>> {
  const asked = names.filter((name) => isOwners(name) && policies[name].writes === 'nothing' && name !== 'plans.current')
  const answers: Record<string, [number, unknown]> = {}
  for (const name of asked) {
    const { status, body } = await owner.rpc(name, inputOf(name))
    answers[name] = [status, body]
  }
  return answers
}

test('every write is refused with one message, every read answers as before, and nothing changes', async () => {
  await startTrial(29)
  const readBefore = await reads()
  expect(Object.values(readBefore).filter(([status]) => status === 200).length).toBeGreaterThanOrEqual(55)
  const before = await state()
  await startTrial(30)
  expect((await owner.rpc('plans.current')).body).toMatchObject({ isExpired: true, daysLeft: 0 })

  const writes = names.filter((name) => isOwners(name) && policies[name].writes === 'vendor')
  expect(writes.length).toBeGreaterThanOrEqual(70)
  const message = englishText('lib.failures.plan/trial-expired')
  for (const name of writes) {
    const { status, body } = await owner.rpc(name, {})
    expect([name, status, body.code, body.message]).toEqual([name, 403, 'plan/trial-expired', message])
  }
  expect((await owner.upload('cover', Buffer.from('no picture'))).body.code).toBe('plan/trial-expired')
  const api = await fetch(`${app.url}/api/halls`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url, 'sec-fetch-site': 'same-origin', cookie: owner.cookie },
    body: JSON.stringify({ title: 'South pitch', size: 10, totalCandidates: 5 }),
  })
  expect([api.status, ((await api.json()) as { code: string }).code]).toEqual([403, 'plan/trial-expired'])

  expect(await reads()).toEqual(readBefore)
  expect(await state()).toBe(before)
})

test('the daily work leaves an expired business alone; a plan restores it exactly, and the work catches up', async () => {
  await startTrial(30)
  app.clock.advance(70 * dayMs)
  // The merchant's row stores the last sign-in.
  await owner.rpc('accounts.signIn', { email: owner.email, password: goodPassword })
  const before = await state()
  await runDays(app.app, dailyTasks)
  expect(await state()).toBe(before)

  const { version } = (await owner.rpc('plans.current')).body
  const billed = () => vendorDigest(app.app.db, vendorId, ['audit', 'planInvoices', 'numbers', 'deliveries'])
  const unbilled = await billed()
  expect((await owner.rpc('plans.change', { plan: 'pro', version })).body).toMatchObject({ plan: 'pro', isExpired: false })
  // The only new rows are the plan's invoice with its number, and the owner's notification.
  expect(await billed()).toBe(unbilled)
  expect((await owner.rpc('plans.invoices')).body).toHaveLength(1)

  await runDays(app.app, dailyTasks)
  const { rows } = (await owner.rpc('expenses.list', { category: 'rent' })).body as { rows?: { day: string; amount: number }[] }
  // Two month ends were due by 14 December; 1 October was entered by hand.
  expect(rows?.map(({ day }) => day).toSorted()).toEqual(['2026-10-01', '2026-10-31', '2026-11-30'])
  const again = await state()
  await runDays(app.app, dailyTasks)
  expect(await state()).toBe(again)
  expect((await owner.rpc('halls.create', { title: 'South pitch', size: 10, totalCandidates: 5 })).status).toBe(200)
})
