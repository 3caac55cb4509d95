import { afterAll, beforeAll, expect, test } from 'vitest'
import { joined, onPlan } from '#directory/team/team.sample.ts'
import { openWebhookReceiver, webhookOf } from '#business/developers/webhooks.sample.ts'
import { sendDue } from '#business/developers/dispatch.server.ts'
import { tenant } from '#db/tenant.ts'
import { newId } from '#kernel/ids.ts'
import { goodPassword, testServer, type TestApp } from '../../../test/app.ts'
import { httpOwner } from '../../../test/browser-session.ts'
import { floor, person, refusal, seen } from '../../../test/floor.ts'
import { careFields } from './care.rules.ts'
import { care } from './care.sample.ts'

let app: TestApp & { url: string }
beforeAll(async () => {
  app = await testServer()
})
afterAll(() => app.close())

const amal = { firstName: 'Amal', lastName: 'Karam', phone: '0501234567' }
/** The texts of care that an answer contains anywhere. */
const textsIn = (answer: unknown) => Object.values(care).filter((text) => JSON.stringify(answer).includes(text))
/** The fields of care that an answer has anywhere, even empty. */
const fieldsIn = (answer: unknown) => careFields.filter((name) => JSON.stringify(answer).includes(`"${name}"`))

test('owner, manager and front desk enter and read care; a list has the contact and never the note', async () => {
  const owner = await app.owner()
  await onPlan(owner, 'elite')
  for (const caller of [owner, await joined(app, owner, 'manager'), await joined(app, owner, 'frontDesk')]) {
    const { calls } = caller
    const created = await calls.customers.create({ ...amal, ...care, emergencyPhone: '050 765 4322', photoConsent: 'no' })
    expect(created).toMatchObject({ ...care, photoConsent: 'no' })
    const changed = await calls.customers.update({ ...seen(created), medicalNote: 'Asthma', photoConsent: 'yes' })
    expect(changed).toMatchObject({ ...care, medicalNote: 'Asthma', photoConsent: 'yes' })
    expect(await calls.customers.get({ id: created.id })).toMatchObject({ medicalNote: 'Asthma' })
    const [listed] = (await calls.customers.list({ search: 'amal' })).rows
    expect(listed).toMatchObject({ emergencyName: care.emergencyName, photoConsent: 'yes' })
    expect(listed).not.toHaveProperty('medicalNote')
    // What another change of the record has not seen stays as it is.
    expect(await calls.customers.update({ ...seen(changed), nickname: 'Moly' })).toMatchObject({ ...care, medicalNote: 'Asthma' })
    await owner.calls.customers.archive(seen(await owner.calls.customers.get({ id: created.id })))
  }
})

test('debtors and duplicates are lists too, and search finds no one by care', async () => {
  const { calls } = await app.owner()
  const first = await calls.customers.create({ ...amal, ...care })
  const twin = await calls.customers.create({ ...amal, ...care, emergencyName: 'Zaynab' })
  await calls.sales.sell({ customer: first.id, items: [{ kind: 'free', text: 'A ball', quantity: 1, unit: 500 }], total: 500 })
  const [debtors, duplicates] = [await calls.sales.debtors({}), await calls.customers.duplicates({ id: twin.id })]
  expect([debtors.rows.length, duplicates.length]).toEqual([1, 1])
  expect(JSON.stringify([debtors, duplicates])).not.toContain('peanuts')
  for (const search of ['peanuts', 'huda', 'zaynab', '507654322', 'aunt'])
    expect((await calls.customers.list({ search })).rows, search).toEqual([])
})

test('an emergency contact has a phone that exists, and notes and relations their limits', async () => {
  const { calls } = await app.owner()
  const create = (fields: object) => refusal(calls.customers.create({ ...amal, ...fields }))
  expect(await create({ emergencyName: 'Huda' })).toBe('customers.emergencyPhone.required')
  expect(await create({ emergencyRelation: 'Aunt' })).toBe('customers.emergencyPhone.required')
  expect(await create({ emergencyName: 'Huda', emergencyPhone: '12' })).toBe('customers.phone.invalid')
  expect(await create({ medicalNote: 'x'.repeat(501) })).toBe('customers.medicalNote.long')
  expect(await create({ photoConsent: 'maybe' })).toBe('lib.fields.invalid')
  expect(await create({ emergencyPhone: '0507654322', medicalNote: 'ﷺ'.repeat(500) })).toBe('accepted')
})

test('roles that see no customers and an owner who views as them get none; another business neither', async () => {
  const { owner, trainer } = await floor(app)
  await onPlan(owner, 'elite')
  const created = await owner.calls.customers.create({ ...amal, ...care })
  const accountant = await joined(app, owner, 'accountant')
  for (const role of ['accountant', 'trainer'] as const) {
    const { calls } = role === 'accountant' ? accountant : owner
    if (role === 'trainer') await calls.team.look({ role, trainer: trainer.id })
    expect([role, await refusal(calls.customers.get({ id: created.id }))]).toEqual([role, 'permission/denied'])
    expect([role, await refusal(calls.customers.family({ id: created.id }))]).toEqual([role, 'permission/denied'])
    expect([role, await refusal(calls.history.list({ of: created.id, page: 1 }))]).toEqual([role, 'permission/denied'])
  }
  const stranger = await app.owner()
  expect(await refusal(stranger.calls.customers.get({ id: created.id }))).toBe('document/not-found')
  expect(await refusal(stranger.calls.customers.family({ id: created.id }))).toBe('document/not-found')
})

test('a program with a key writes care and reads none of it, in no answer and no refusal', async () => {
  const owner = await httpOwner(app.url)
  await owner.rpc('accounts.signIn', { email: owner.email, password: goodPassword })
  const key = (await owner.rpc('keys.create', { name: 'Website', scopes: ['read:customers', 'write:customers'] })).body as {
    secret: string
  }
  async function ask(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const answer = await fetch(`${app.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${key.secret}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as Record<string, unknown>
  }
  const created = await ask('POST', '/customers', { ...amal, ...care, photoConsent: 'no' })
  const { id, version } = created as { id: string; version: number }
  const other = await ask('POST', '/customers', { ...amal, firstName: 'AMAL', ...care })
  const answers = [
    created,
    await ask('GET', `/customers/${id}`),
    await ask('GET', '/customers'),
    await ask('GET', `/customers/${id}/duplicates`),
    await ask('PATCH', `/customers/${id}`, { version, nickname: 'Moly' }),
    await ask('PATCH', `/customers/${id}`, { version, nickname: 'Stale' }),
    await ask('POST', `/customers/${id}/block`, { version: version + 1 }),
    await ask('POST', `/customers/${id}/unblock`, { version }),
    await ask('POST', `/customers/${id}/merge`, { version, drop: other['id'] }),
    await ask('POST', `/customers/${String(other['id'])}/archive`, { version: 1 }),
  ]
  expect(answers.map((answer) => answer['code'])).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    'request/stale',
    undefined,
    'request/stale',
    'request/stale',
    undefined,
  ])
  expect(answers.flatMap(textsIn)).toEqual([])
  expect(answers.flatMap((answer) => fieldsIn(answer))).toEqual([])
  expect(created).toMatchObject({ photoConsent: 'no' })
  // Nothing was lost by what the program could not read.
  expect((await owner.rpc('customers.get', { id })).body).toMatchObject({ ...care, nickname: 'Moly' })
})

test('webhooks carry none of it; the history of the customer has it', async () => {
  const owner = await app.owner()
  const receiver = await openWebhookReceiver()
  await webhookOf(owner, receiver.url)
  const { calls } = owner
  const created = await calls.customers.create({ ...amal, ...care })
  await calls.customers.update({ ...seen(created), medicalNote: 'Asthma and hay fever', photoConsent: 'no' })
  await sendDue(app.app)
  expect(receiver.got.map(({ event }) => event)).toEqual(['customer.created', 'customer.updated'])
  expect(
    receiver.got.flatMap(({ body }) => [...careFields, ...Object.values(care), 'Asthma'].filter((text) => body.includes(text))),
  ).toEqual([])
  expect(receiver.got[1]?.json.after).toEqual({ photoConsent: 'no' })
  await receiver.close()
  const history = await calls.history.list({ of: created.id, page: 1 })
  expect(history.rows[0]).toMatchObject({ before: { medicalNote: care.medicalNote }, after: { medicalNote: 'Asthma and hay fever' } })
})

test('a merge takes the contact as one, joins both notes, and lets a refusal of photos apply', async () => {
  const { calls } = await app.owner()
  const merged = async (target: object, source: object) => {
    const [into, drop] = [await person(calls, 'Amal', target), await person(calls, 'Amal', source)]
    return calls.customers.merge({ ...seen(into), drop: drop.id })
  }
  expect(await merged({}, { ...care, photoConsent: 'yes' })).toMatchObject({ ...care, photoConsent: 'yes' })
  const own = { emergencyPhone: '+971501112223', medicalNote: 'Asthma', photoConsent: 'yes' }
  expect(await merged(own, { ...care, photoConsent: 'no' })).toMatchObject({
    emergencyPhone: '+971501112223',
    emergencyName: '',
    emergencyRelation: '',
    medicalNote: `Asthma\n${care.medicalNote}`,
    photoConsent: 'no',
  })
  expect(await merged({ medicalNote: 'Asthma' }, { medicalNote: 'Asthma' })).toMatchObject({
    medicalNote: 'Asthma',
    photoConsent: 'notAsked',
  })
  // Cutting a note could leave out what matters.
  expect(await refusal(merged({ medicalNote: 'a'.repeat(300) }, { medicalNote: 'b'.repeat(300) }))).toBe('customers.merge.medicalNote')
})

test('a file brings contacts, notes and answers about photos in either language; what is wrong is named at its field', async () => {
  const owner = await app.owner()
  const { calls } = owner
  const row = (fields: object) => ({ id: newId(), ...amal, ...fields })
  const rows = [
    row({ ...care, emergencyPhone: '050 765 4322', photoConsent: 'No' }),
    row({ firstName: 'Badr', photoConsent: 'نعم' }),
    row({ firstName: 'Celine', photoConsent: 'perhaps' }),
    row({ firstName: 'Dina', emergencyName: 'Huda' }),
    row({ firstName: 'Eman', emergencyPhone: '12' }),
  ]
  expect((await calls.imports.check({ rows })).map(({ issues }) => issues)).toEqual([
    [],
    [],
    [{ field: 'photoConsent', key: 'lib.fields.invalid' }],
    [{ field: 'emergencyPhone', key: 'customers.emergencyPhone.required' }],
    [{ field: 'emergencyPhone', key: 'customers.phone.invalid' }],
  ])
  const id = newId()
  await calls.imports.begin({ id, fileName: 'children.csv', rows: rows.length })
  expect((await calls.imports.add({ id, rows })).made).toBe(2)
  expect(await calls.customers.get({ id: rows[0]!.id })).toMatchObject({ ...care, photoConsent: 'no' })
  expect(await calls.customers.get({ id: rows[1]!.id })).toMatchObject({ photoConsent: 'yes', medicalNote: '' })
})

test('erasing a person erases the contact, the note and the answer', async () => {
  const owner = await app.owner()
  const { calls } = owner
  const created = await calls.customers.create({ ...amal, ...care, photoConsent: 'yes' })
  await calls.customers.erase({ ...seen(created), reason: 'Asked in person', name: 'Amal Karam' })
  const { rows } = await tenant(app.app.db, owner.vendorId, async (trx) => ({
    rows: await trx.selectFrom('customers').selectAll().where('vendorId', '=', owner.vendorId).where('id', '=', created.id).execute(),
  }))
  expect(rows[0]).toMatchObject({ emergencyName: '', emergencyPhone: '', emergencyRelation: '', medicalNote: '', photoConsent: 'notAsked' })
  expect(textsIn(await calls.history.list({ of: created.id, page: 1 }))).toEqual([])
})
