import { afterAll, beforeAll, expect, test } from 'vitest'
import { accepted, quoteDesk } from '#money/quotes/quote.sample.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, seen } from '../../../test/floor.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { april } from './effects.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

test('one mail says that a batch is cancelled and what is credited; without it, the credit has its own', async () => {
  const cancelled = async (tell: boolean) => {
    const base = await april(year)
    const email = `amal-${base.owner.vendorId}@example.com`
    await base.calls.customers.update({ ...seen(base.amal), email })
    await year.on('2027-04-16', base)
    const { id, version } = await base.calls.batches.get({ id: base.first.id })
    await base.calls.batches.cancel({ id, version, reason: 'Roof', tell })
    return (await app.mails())
      .filter(({ to, subject }) => to === email && !subject.startsWith('Bill'))
      .map(({ subject, text }) => ({ subject, text }))
  }
  const credited = expect.stringMatching(/We have credited .*50.* to you\. It pays your open bills first/)
  expect(await cancelled(true)).toEqual([{ subject: expect.stringContaining('Roof'), text: credited }])
  expect(await cancelled(false)).toEqual([{ subject: expect.stringContaining('credited'), text: credited }])
})

test('who pays for several people gets one mail with the sum of all, and the others one without a sum', async () => {
  const base = await quoteDesk(app)
  await year.plan(base)
  const { calls, made, amal, email } = base
  const other = `badr-${base.owner.vendorId}@example.com`
  const badr = await person(calls, 'Badr', { email: other })
  const quote = await accepted(app, base, { service: null, batch: made.id, candidates: 2, offeredPrice: 31_000 })
  const sold = await calls.quotes.convert({ ...seen(quote), customers: [amal.id, badr.id] })
  await calls.sales.pay({ sale: sold.sale ?? '', amount: 62_000, method: 'cash' })
  const before = (await app.mails()).length
  await calls.batches.cancel({ ...seen(await calls.batches.get({ id: made.id })), reason: 'Roof', tell: true })
  const mails = (await app.mails()).slice(before)
  const to = (address: string) => mails.filter((mail) => mail.to === address).map(({ subject, text }) => ({ subject, text }))
  const roof = expect.stringContaining('Roof')
  // None of the days was used.
  expect(to(email)).toEqual([{ subject: roof, text: expect.stringMatching(/credited .*620/) }])
  expect(to(other)).toEqual([{ subject: roof, text: expect.not.stringContaining('credited') }])
})

test('who misses no session of a cancelled batch gets the mail about the credit alone', async () => {
  const base = await april(year)
  const email = `sunday-${base.owner.vendorId}@example.com`
  await base.calls.customers.update({ ...seen(base.amal), email })
  await year.on('2027-04-16', base)
  // Sessions are on Mondays, and the place ends on a Sunday.
  await base.calls.enrolments.update({ ...seen(await base.place()), endDate: '2027-04-18' })
  const before = (await app.mails()).length
  await base.calls.batches.cancel({ ...seen(await base.calls.batches.get({ id: base.first.id })), reason: 'Roof', tell: true })
  const mails = (await app.mails()).slice(before).filter(({ to }) => to === email)
  expect(mails.map(({ subject, text }) => [subject, text])).toEqual([
    [expect.stringMatching(/10.* credited/), expect.stringContaining('was cancelled')],
  ])
})
