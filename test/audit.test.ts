import { Secret, TOTP } from 'otpauth'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { policies, type CallName } from '#api/policy.ts'
import { week } from '#lib/fields.ts'
import { goodPassword, testServer, type TestApp } from './app.ts'
import { httpClient, httpOwner, type HttpClient } from './browser-session.ts'
import { png } from './filled.ts'
import { asOwner } from './owner-role.ts'

let app: TestApp & { url: string }
beforeAll(async () => {
  app = await testServer()
})
afterAll(() => app.close())

type Row = { id: string; vendorId: string; actor: string; role: string; action: string; at: string; requestId: string; ip: string }
type Who = { vendorId: string; actor: string; role: string }

const nil = '00000000-0000-0000-0000-000000000000'
const nobody: Who = { vendorId: nil, actor: nil, role: 'none' }
const seen = new Set<string>()

/** The audit rows of all vendors that were not there at the last look. */
async function newRows(): Promise<Row[]> {
  const { rows } = await asOwner(app.app.db, (owner) => sql<Row>`select * from "audit" order by "id"`.execute(owner))
  const fresh = rows.filter(({ id }) => !seen.has(id))
  for (const { id } of fresh) seen.add(id)
  return fresh
}

const requests = () =>
  app.logLines
    .map((line) => JSON.parse(line) as { message: string; requestId: string; status: number })
    .filter(({ message }) => message === 'Request')

const covered = new Set<string>()

/** Makes a call a second later and proves its one audit row, or none where `action` is null. */
async function step<T>(
  name: CallName,
  action: string | null,
  who: Who | null,
  call: () => Promise<T>,
): Promise<{ answer: T; row: Row | undefined }> {
  app.clock.advance(1000)
  const before = requests().length
  const answer = await call()
  // A request is logged when its answer has left, which may be after it has arrived here.
  const request = await vi.waitFor(() => {
    const last = requests()[before]
    if (!last) throw new Error(`${name} is not in the log yet`)
    return last
  })
  const rows = await newRows()
  if (action === null) {
    expect(rows, name).toEqual([])
    return { answer, row: undefined }
  }
  expect(rows, name).toEqual([
    expect.objectContaining({
      ...who,
      action,
      at: new Date(app.clock.now()).toISOString(),
      requestId: request.requestId,
      ip: expect.stringMatching(/^10\./),
    }),
  ])
  covered.add(name)
  return { answer, row: rows[0] }
}

type Answer = Awaited<ReturnType<HttpClient['rpc']>>

/** A step over RPC that must be answered with a status below 300, or with the given one. */
async function rpc(
  client: HttpClient,
  who: Who | null,
  name: CallName,
  action: string | null,
  input?: unknown,
  status?: number,
): Promise<Answer['body']> {
  const { answer } = await step(name, action, who, () => client.rpc(name, input))
  if (status === undefined) expect(answer.status, `${name} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  else expect(answer.status, name).toBe(status)
  return answer.body
}

async function whoIs(client: HttpClient): Promise<Who> {
  const { body } = await client.rpc('accounts.session')
  return { vendorId: String(body['vendorId']), actor: String(body['userId']), role: 'owner' }
}

/** Every event of an account, one after the other. */
async function accountEvents(): Promise<void> {
  const client = httpClient(app.url)
  const email = `audited-${crypto.randomUUID()}@example.com`
  const registration = { email, country: 'AE', password: goodPassword, confirmPassword: goodPassword, acceptTerms: true }
  const { row: registered } = await step('accounts.register', 'register', null, () => client.rpc('accounts.register', registration))
  const { vendorId = '', actor = '' } = registered ?? {}
  const who = { vendorId, actor, role: 'owner' }
  const run = (name: CallName, action: string | null, input?: unknown, status?: number) => rpc(client, who, name, action, input, status)

  await run('accounts.signIn', 'sign-in-refused', { email, password: 'wrong-password' }, 400)
  await rpc(client, nobody, 'accounts.signIn', 'sign-in-refused', { email: 'nobody@example.com', password: 'wrong-password' }, 400)
  await run('accounts.signIn', 'sign-in', { email, password: goodPassword })
  expect(await whoIs(client)).toEqual(who)

  const { secret } = await run('accounts.beginTotp', 'begin-second-factor')
  const code = () => new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate({ timestamp: app.clock.now() + 1000 })
  const wrong = () => (code() === '111111' ? '222222' : '111111')
  await run('accounts.confirmTotp', null, { otp: wrong() }, 400)
  await run('accounts.confirmTotp', 'add-second-factor', { otp: code() })
  const other = httpClient(app.url)
  const totpIn = (totp: string) => ({ email, password: goodPassword, totp })
  await rpc(other, who, 'accounts.signIn', 'sign-in-refused', totpIn(wrong()), 400)
  app.clock.advance(60_000)
  await rpc(other, who, 'accounts.signIn', 'sign-in', totpIn(code()))
  app.clock.advance(60_000)
  await run('accounts.confirmPassword', 'confirm-password-refused', { password: 'wrong-password' }, 400)
  await run('accounts.confirmPassword', 'confirm-password-refused', { password: goodPassword, totp: wrong() }, 400)
  await run('accounts.confirmPassword', 'confirm-password', { password: goodPassword, totp: code() })
  await run('accounts.removeTotp', 'remove-second-factor')

  const sessions = (await client.rpc('accounts.sessions')).body as unknown as { id: string; isCurrent: boolean }[]
  const foreign = sessions.find(({ isCurrent }) => !isCurrent)?.id
  await run('accounts.endSession', 'end-session', { id: foreign })
  await run('accounts.endSession', null, { id: foreign }, 404)
  await run('accounts.changePassword', 'change-password', { newPassword: 'another-Long-one-7' })
  await run('accounts.signOut', 'sign-out')
  await run('accounts.signOut', null)

  await run('accounts.sendOtp', 'send-code', { email })
  await run('accounts.sendOtp', null, { email }, 429)
  await rpc(client, nobody, 'accounts.sendOtp', 'send-code', { email: 'nobody@example.com' })
  const otp =
    /\b\d{6}\b/.exec((await app.mails()).findLast((mail) => mail.to === email && /\b\d{6}\b/.test(mail.text))?.text ?? '')?.[0] ?? ''
  await run('accounts.verifyOtp', 'verify-code-refused', { email, otp: otp === '111111' ? '222222' : '111111' })
  await rpc(client, nobody, 'accounts.verifyOtp', 'verify-code-refused', { email: 'nobody@example.com', otp: '111111' })
  expect(await run('accounts.verifyOtp', 'verify-code', { email, otp })).toEqual({ success: true })
  await run('accounts.resetPasswordWithOtp', 'reset-password', { email, newPassword: goodPassword })
  await run('accounts.resetPasswordWithOtp', null, { email, newPassword: goodPassword }, 400)
  await run('accounts.signIn', 'sign-in', { email, password: goodPassword })
  await run('accounts.signOutEverywhere', 'sign-out-everywhere')
}

/** Every change of sessions, customers, enrolments and attendance, one after the other. */
async function floorChanges(client: HttpClient, who: Who, floor: Record<string, unknown> & { batch: string }): Promise<void> {
  const run = (name: CallName, action: string | null, input?: unknown, status?: number) => rpc(client, who, name, action, input, status)
  const seen = (row: Answer['body']) => ({ id: row['id'], version: row['version'] })
  const { batch, service, trainer } = floor
  const sessions = async (id: string) =>
    (await client.rpc('sessions.list', { from: '2026-10-01', to: '2026-12-31', batch: id })).body['rows'] as Answer['body'][]
  const [, second, third] = await sessions(batch)
  const { day, startingTime, endingTime, capacity } = second ?? {}
  await run('sessions.change', 'update', { ...seen(second!), day, startingTime, endingTime, trainer, capacity: Number(capacity) - 1 })
  const off = await run('sessions.cancel', 'cancel', { ...seen(third!), reason: 'Rain' })
  await run('sessions.cancel', null, { ...seen(off), reason: 'Rain' })
  await run('sessions.restore', 'restore', seen(off))
  const closure = await run('closures.create', 'create', { fromDay: '2026-10-20', toDay: '2026-10-21', label: 'Holiday' })
  await run('closures.remove', 'remove', { id: closure['id'] })
  const feed = await run('feeds.create', 'create', {})
  await run('feeds.remove', 'remove', { id: feed['id'] })

  const person = async (firstName: string) => run('customers.create', 'create', { firstName, email: `${firstName}@example.com` })
  const [amal, badr, celine] = [await person('amal'), await person('badr'), await person('celine')]
  const named = await run('customers.update', 'update', { ...seen(amal), firstName: 'Amal', email: 'amal@example.com' })
  const blocked = await run('customers.block', 'block', seen(celine))
  const free = await run('customers.unblock', 'unblock', seen(blocked))
  await run('customers.unblock', null, seen(free))
  const archived = await run('customers.archive', 'archive', seen(free))
  const back = await run('customers.restore', 'restore', seen(archived))
  await run('customers.merge', 'merge', { ...seen(named), drop: back['id'] })

  const importId = crypto.randomUUID()
  await run('imports.begin', 'begin', { id: importId, fileName: 'people.csv', rows: 1 })
  const rows = [{ id: crypto.randomUUID(), firstName: 'Dina', phone: '0501234567' }]
  await run('imports.add', 'add', { id: importId, rows })
  await run('imports.add', null, { id: importId, rows })
  await run('imports.finish', 'finish', { id: importId })
  await run('imports.undo', 'undo', { id: importId })
  await run('imports.undo', null, { id: importId })

  const place = { service, trainer, price: 100, totalCandidates: 1, trainingDays: week(1), startingTime: '19:00', endingTime: '20:00' }
  const small = await run('batches.create', 'create', { ...place, name: 'Small', code: 'SMALL' })
  const enrol = (customer: unknown, more: object = {}) => run('enrolments.enrol', 'create', { batch: small['id'], customer, ...more })
  const first = await enrol(amal['id'])
  await enrol(badr['id'], { ifFull: 'wait' })
  await run('enrolments.enrol', null, { batch: small['id'], customer: badr['id'] }, 409)
  const [meeting] = await sessions(String(small['id']))
  const mark = { session: meeting?.['id'], enrolment: first['id'], mark: 'present', markedAt: new Date(app.clock.now()).toISOString() }
  await run('attendance.mark', 'mark', { marks: [mark] })
  await run('attendance.mark', null, { marks: [mark] })
  const dated = await run('enrolments.update', 'update', { ...seen(first), startDate: first['startDate'], endDate: first['endDate'] })
  const frozen = await run('enrolments.freeze', 'freeze', { ...seen(dated), from: '2026-11-01', to: '2026-11-05' })
  const thawed = await run('enrolments.unfreeze', 'unfreeze', seen(frozen))
  const leaving = await run('enrolments.cancel', 'cancelAtPeriodEnd', { ...seen(thawed), when: 'periodEnd' })
  const kept = await run('enrolments.keep', 'keep', seen(leaving))
  const moved = await run('enrolments.move', 'move', { ...seen(kept), batch })
  const offered = await run('enrolments.offerNext', 'offer', { batch: small['id'] })
  const accepted = await run('enrolments.accept', 'accept', seen(offered))
  await run('enrolments.finish', 'finish', seen(accepted))
  const again = await enrol(badr['id'])
  await run('enrolments.cancel', 'cancel', { ...seen(again), when: 'now' })
  await enrol(amal['id'])
  const waiting = await enrol(badr['id'], { ifFull: 'wait' })
  await run('enrolments.decline', 'decline', seen(waiting))
  await run('enrolments.decline', null, seen(moved), 409)
  const current = (await client.rpc('batches.get', { id: small['id'] })).body
  await run('batches.cancel', 'cancel', { ...seen(current), reason: 'Too few' })
  const next = await run('batches.create', 'create', { ...place, name: 'Next', code: 'NEXT' })
  await run('batches.complete', 'complete', seen(next))
}

/** Every change of money, one after the other. */
async function moneyChanges(client: HttpClient, who: Who): Promise<void> {
  const run = (name: CallName, action: string | null, input?: unknown, status?: number) => rpc(client, who, name, action, input, status)
  const payer = await run('customers.create', 'create', { firstName: 'Dana', email: 'dana@example.com' })
  const ball = { customer: payer['id'], items: [{ kind: 'free', text: 'A football', quantity: 1, unit: 1000 }], total: 1000 }
  const sold = await run('sales.sell', 'sell', ball)
  await run('sales.sell', null, { ...ball, total: 999 }, 409)
  await run('sales.pay', 'pay', { sale: sold['id'], method: 'cash', amount: 1000 })
  await run('sales.pay', null, { sale: sold['id'], method: 'cash', amount: 1 }, 409)
  await run('sales.send', 'send', { id: sold['id'] })
  await run('sales.refund', 'refund', { sale: sold['id'], amount: 400, method: 'cash', reason: 'Scratched' })
  await run('sales.void', null, { id: sold['id'], reason: 'No' }, 409)
  const { id } = await run('sales.sell', 'sell', ball)
  await run('sales.void', 'void', { id, reason: 'Twice' })
  await run('finance.close', 'close', { month: '2026-08' })
  await run('finance.close', null, { month: '2026-07' })
  await run('finance.reopen', 'reopen', { month: '2026-08', reason: 'A bill was found' })
  await run('finance.reopen', null, { month: '2026-08', reason: 'Again' })
}

/** Every change of a vendor's data, one after the other. */
async function vendorChanges(): Promise<void> {
  const client = await httpOwner(app.url)
  const who = await whoIs(client)
  await newRows()
  const run = (name: CallName, action: string | null, input?: unknown, status?: number) => rpc(client, who, name, action, input, status)
  const image = async (purpose: string): Promise<unknown> => {
    const bytes = await png(400, 400)
    const { answer } = await step('images.upload', 'upload', who, () => client.upload(purpose, bytes))
    return answer.body['image']
  }
  const hours = { startingTime: '09:00', endingTime: '21:00', trainingDays: week(0, 1, 2, 3, 4, 5, 6) }
  const profile = { logo: await image('logo'), name: 'Al Noor', username: 'noor', address: '12 Corniche Road', postcode: '00000', ...hours }
  const { version } = await run('setup.saveVendor', 'create', { ...profile, version: 0 })
  await run('setup.saveVendor', 'update', { ...profile, name: 'Al Noor Sports', version })
  await run('setup.saveVendor', null, { ...profile, version }, 409)

  /** Takes a record through all its changes; gives its id. */
  const life = async (entity: 'services' | 'halls' | 'trainers' | 'batches', input: object): Promise<string> => {
    const { id, version: first } = await run(`${entity}.create`, 'create', input)
    await run(`${entity}.create`, null, { ...input, unknown: 1 }, 400)
    const { version: second } = await run(`${entity}.update`, 'update', { ...input, id, version: first })
    await run(`${entity}.update`, null, { ...input, id, version: first }, 409)
    const { version: third } = await run(`${entity}.archive`, 'archive', { id, version: second })
    await run(`${entity}.archive`, null, { id, version: third })
    await run(`${entity}.restore`, 'restore', { id, version: third })
    return String(id)
  }
  const service = await life('services', { service: 'football', cover: await image('cover'), descriptionEn: 'Football for girls and boys' })
  const hall = await life('halls', { title: 'North pitch', size: 1200, totalCandidates: 24 })
  const trainer = await life('trainers', {
    services: [service],
    avatar: await image('avatar'),
    Fname: 'Mariam',
    Lname: 'Haddad',
    cost: 120,
    ...hours,
  })
  const times = { ...hours, startingTime: '17:00', endingTime: '18:00' }
  const batch = await life('batches', {
    service,
    trainer,
    hall,
    name: 'Juniors',
    code: 'JUN-A',
    price: 35_000,
    totalCandidates: 10,
    ...times,
  })

  await floorChanges(client, who, { service, trainer, batch, ...times })

  await moneyChanges(client, who)

  const { data } = await run('documents.create', 'create', {
    collection: 'halls',
    data: { title: 'South pitch', size: 1, totalCandidates: 1 },
  })
  const { id } = data as { id: string }
  await run('documents.update', 'update', { collection: 'halls', id, data: { title: 'West pitch' } })
  await run('documents.update', null, { collection: 'halls', id, data: { title: 'x' } })
  const plan = await client.rpc('plans.current')
  await run('plans.change', 'change-plan', { plan: 'elite', version: plan.body['version'] })
}

test('L2 every call that may change something writes one row with who, where, what, when and which request, and none when it changed nothing', async () => {
  await accountEvents()
  await vendorChanges()
  const mutating = Object.entries(policies).filter(([, { writes }]) => writes !== 'nothing')
  expect(mutating.length).toBeGreaterThanOrEqual(34)
  expect(mutating.map(([name]) => name).filter((name) => !covered.has(name))).toEqual([])
})
