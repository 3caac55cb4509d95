import { chromium, expect as see, type Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { week } from '#lib/fields.ts'
import { testServer, type TestApp } from './app.ts'
import { deskAt, plain } from './by-hand.ts'
import { chromiumLaunch } from './chromium.ts'
import { person } from './floor.ts'
import { morning } from './year.ts'

let app: TestApp & { url: string }
let browser: Browser
beforeAll(async () => {
  app = await testServer()
  browser = await chromium.launch(chromiumLaunch)
})
afterAll(async () => {
  await browser.close()
  await app.close()
})

test('move on the 16th: credit 50.00, charge 75.00', async () => {
  const by = await deskAt(app, browser)
  const hint = await by.enrol(/Under ten/)
  expect(hint).toContain('£100 for the first month')
  await by.pay()
  await by.on('2027-04-16')
  await by.customer()
  await by.act('Move')
  await by.dialog().getByLabel('Batch').selectOption(by.second.id)
  expect(await by.shown()).toEqual(['-£50.00', '£75.00', '£25.00'])
  await by.press('Move', by.dialog())
  await see(by.dialog()).toHaveCount(0)
  expect(await by.bills()).toEqual(['£100.00', '£75.00'])
  await see(by.page.getByText(/£25\b.*unpaid/)).toBeVisible()
  await by.on('2027-05-01')
  expect(await by.bills()).toEqual(['£100.00', '£75.00', '£150.00'])
  await by.close()
})

test('join on 28 April: 10.00, next bill 1 May 100.00; by anniversary 100.00 to 27 May', async () => {
  const by = await deskAt(app, browser)
  await by.on('2027-04-28')
  const hint = await by.enrol(/Under ten/, '2027-04-28')
  expect(hint).toContain('£10 now')
  expect(await by.bills()).toEqual(['£10.00'])
  await by.on('2027-05-01')
  expect(await by.bills()).toEqual(['£10.00', '£100.00'])
  await by.close()
  const own = await deskAt(app, browser, { rules: { billingDay: null } })
  await own.on('2027-04-28')
  await own.enrol(/Under ten/, '2027-04-28')
  expect(await own.bills()).toEqual(['£100.00'])
  await own.page.getByRole('list', { name: 'Sales' }).getByRole('link').first().click()
  await see(own.page.getByRole('main')).toContainText(/28.*April.*27.*May|28 Apr.*27 May/)
  await own.close()
})

test('batch shortened to the 20th: credit 33.33 each, no later bill in July; unpaid: 66.67 stays open', async () => {
  const by = await deskAt(app, browser)
  const badr = await person(by.calls, 'Badr', { email: 'badr@example.com' })
  const dina = await person(by.calls, 'Dina', { email: 'dina@example.com' })
  for (const { id } of [by.amal, badr, dina]) await by.enrol(/Under ten/, undefined, undefined, id)
  await by.pay()
  await by.pay(badr.id)
  await by.on('2027-04-10')
  await by.go(`/services/edit?kind=batch&id=${by.first.id}`)
  await by.page.getByLabel('Last day').fill('2027-04-20')
  await by.press('Save')
  expect(await by.shown()).toEqual(['-£33.33', '-£33.33', '-£33.33', '£99.99'])
  await by.press('End it earlier', by.dialog())
  await see(by.dialog()).toHaveCount(0)
  await by.on('2027-07-01')
  for (const { id } of [by.amal, badr]) {
    expect(await by.bills(id)).toEqual(['£100.00'])
    await see(by.page.getByText('£33.33').first()).toBeVisible()
    await see(by.page.getByText('All bills paid')).toBeVisible()
  }
  expect(await by.bills(dina.id)).toEqual(['£100.00'])
  await see(by.page.getByText(/£66\.67.*unpaid/)).toBeVisible()
  await by.close()
})

test('one of 8 sessions cancelled: 12.50', async () => {
  const by = await deskAt(app, browser, { batch: { trainingDays: week(1, 6) } })
  await by.enrol(/Under ten/)
  await by.pay()
  const { rows } = await by.calls.sessions.list({ from: '2027-04-01', to: '2027-04-30', batch: by.first.id })
  expect(rows).toHaveLength(8)
  await by.go(`/services/session?id=${rows[3]!.id}`)
  await by.press(/^Cancel/)
  expect(await by.shown()).toEqual(['-£12.50', '£12.50'])
  await by.dialog().getByLabel('Reason', { exact: true }).fill('Trainer ill')
  await by.press('Cancel it', by.dialog())
  await see(by.dialog()).toHaveCount(0)
  await by.customer()
  await see(by.page.getByText('£12.50').first()).toBeVisible()
  await by.close()
})

test('freeze 29 April to 3 May in a batch that ends on 3 May: credit 6.67, nothing extended, no May bill', async () => {
  const by = await deskAt(app, browser, { batch: { endDate: '2027-05-03' } })
  await by.enrol(/Under ten/)
  await by.pay()
  await by.on('2027-04-20')
  await by.customer()
  await by.act('Freeze')
  await by.dialog().getByLabel('From', { exact: true }).fill('2027-04-29')
  await by.dialog().getByLabel('To', { exact: true }).fill('2027-05-03')
  expect(await by.shown()).toEqual(['-£6.67', '£6.67'])
  await by.press('Freeze', by.dialog())
  await see(by.dialog()).toHaveCount(0)
  await by.on('2027-05-10')
  expect(await by.bills()).toEqual(['£100.00'])
  await see(by.page.getByText('£6.67').first()).toBeVisible()
  await see(by.page.getByRole('list', { name: 'Enrolments' })).toContainText('1 Apr 2027 – 3 May 2027')
  await by.close()
})

test('15 % recurring discount on 60: 51.00 in three months, 60.00 from its end', async () => {
  const by = await deskAt(app, browser, { batch: { price: 6000 } })
  await by.enrol(/Under ten/, undefined, async () => {
    await by.dialog().getByLabel('Recurring discount').selectOption({ label: 'Percent' })
    await by.dialog().getByLabel('Discount', { exact: true }).fill('15')
    await by.dialog().getByLabel('Last day (optional)').fill('2027-06-30')
    await by.dialog().getByLabel('Reason for discount').fill('Second child')
  })
  for (const day of ['2027-05-01', '2027-06-01', '2027-07-01']) await by.on(day)
  expect(await by.bills()).toEqual(['£51.00', '£51.00', '£51.00', '£60.00'])
  await by.close()
})

test('quote 3 × 163.33: 3 places, next month 489.99', async () => {
  const by = await deskAt(app, browser)
  const badr = await person(by.calls, 'Badr', { email: 'badr@example.com' })
  const dina = await person(by.calls, 'Dina', { email: 'dina@example.com' })
  await by.go('/sales?tab=quotes')
  await by.page.getByRole('link', { name: 'Add quote' }).first().click()
  await by.page.getByRole('combobox', { name: 'Customer' }).fill('Amal')
  await by.page.getByRole('option', { name: /Amal/ }).first().click()
  await by.page.getByLabel('Batch', { exact: true }).selectOption(by.first.id)
  await by.page.getByLabel('Candidates').fill('3')
  await by.page.getByLabel('Quote', { exact: true }).fill('Three of one school')
  await by.page.getByLabel('Offered price').fill('163.33')
  await by.press('Save')
  await by.press('Send by email')
  await see(by.page.getByText('Sent to amal@example.com').first()).toBeVisible()
  const mail = (await app.mails()).findLast(({ subject, to }) => to === 'amal@example.com' && /uote|ffer/.test(subject))
  const link = mail?.text.split(/\s+/).find((word) => word.includes('/quote?')) ?? ''
  const visitor = await browser.newContext({ locale: 'en-GB' })
  const answer = await visitor.newPage()
  await answer.clock.setFixedTime(morning('2027-04-01'))
  await answer.goto(`${app.url}${link.slice(link.indexOf('/quote?'))}`)
  await answer.getByRole('button', { name: 'Accept' }).click()
  await see(answer.getByText('Your 3 places are reserved once', { exact: false })).toBeVisible()
  await visitor.close()
  await by.page.reload()
  await by.press('Convert to a sale')
  const people = by.dialog()
  for (const name of ['Badr', 'Dina']) {
    await people.getByRole('combobox', { name: 'Customer' }).fill(name)
    await people
      .getByRole('option', { name: new RegExp(name) })
      .first()
      .click()
  }
  await by.press('Convert to a sale', people)
  await by.page.waitForURL('**/sales/sale?id=*')
  await see(by.page.getByRole('main')).toContainText('£489.99')
  expect((await by.calls.batches.get({ id: by.first.id })).enrolled).toBe(3)
  await by.on('2027-05-01')
  expect(await by.bills()).toEqual(['£489.99', '£163.33'])
  for (const { id } of [badr, dina]) expect(await by.bills(id)).toEqual(['£163.33'])
  await by.close()
})

test('price 150 → 180 from 1 July: June 150, July 180, told by mail; by anniversary 20 June to 19 July 150', async () => {
  const change = async (by: Awaited<ReturnType<typeof deskAt>>) => {
    await by.go(`/services/batch?id=${by.second.id}`)
    await by.press('Change price')
    await by.dialog().getByLabel('New price').fill('180')
    await by.dialog().getByLabel('From', { exact: true }).fill('2027-07-01')
    await see(by.dialog().getByRole('table')).toContainText('£180.00')
    await by.press('Save', by.dialog())
    await see(by.dialog()).toHaveCount(0)
  }
  const by = await deskAt(app, browser)
  await by.on('2027-06-01')
  await by.enrol(/Under twelve/)
  await change(by)
  await by.on('2027-07-01')
  expect(await by.bills()).toEqual(['£150.00', '£180.00'])
  const mails = (await app.mails()).filter(({ subject }) => subject.startsWith('New price at'))
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toMatch(/£180\u2069 a month instead of \u2066£150/)
  await by.close()
  const own = await deskAt(app, browser, { rules: { billingDay: null } })
  await own.on('2027-06-20')
  await own.enrol(/Under twelve/, '2027-06-20')
  await change(own)
  await own.on('2027-07-20')
  expect(await own.bills()).toEqual(['£150.00', '£180.00'])
  await own.close()
})

test('pay 40 → 80 on 10 June: sessions to 9 June at 40', async () => {
  const by = await deskAt(app, browser, { batch: { trainingDays: week(3, 4) }, day: '2027-06-01' })
  await by.calls.trainers.update({ ...(await trainerInput(by)), cost: 40 })
  await by.on('2027-06-10')
  await by.go(`/staff/edit?id=${by.trainer.id}`)
  await by.page.getByLabel('Cost', { exact: true }).fill('80')
  await by.press('Save')
  await see(by.page.getByText('Trainer saved').first()).toBeVisible()
  await by.on('2027-07-01')
  await by.go(`/finance?tab=payroll&month=2027-06&trainer=${by.trainer.id}`)
  const table = by.page.getByRole('table').filter({ hasText: 'Under ten' }).last()
  await see(table).toBeVisible()
  const lines = (await table.getByRole('row').filter({ hasText: 'Under ten' }).allInnerTexts()).map((text) =>
    plain(text).replaceAll(/\s+/g, ' '),
  )
  expect(lines.map((text) => [/^(\d+) June|^(\d+) Jun/.exec(text)?.slice(1).find(Boolean), /£[\d.]+$/.exec(text)?.[0]])).toEqual([
    ...['2', '3', '9'].map((day) => [day, '£40.00']),
    ...['10', '16', '17', '23', '24', '30'].map((day) => [day, '£80.00']),
  ])
  await by.close()
})

test('a batch of 100 people cancelled: one screen, everybody settled, 100 mails', async () => {
  const by = await deskAt(app, browser, { batch: { totalCandidates: 100 } })
  for (let at = 0; at < 100; at += 1) {
    const { id } = await person(by.calls, `Person${at}`, { email: `person${at}@example.com` })
    await by.calls.enrolments.enrol({ batch: by.first.id, customer: id, terms: 'bill' })
    const [bill] = (await by.calls.sales.list({ customer: id })).rows
    if (at % 4 !== 0) await by.calls.sales.pay({ sale: bill!.id, amount: 10_000, method: 'cash' })
  }
  await by.on('2027-04-16')
  const before = (await app.mails()).length
  await by.go(`/services/batch?id=${by.first.id}`)
  await by.press('Cancel batch')
  const lines = await by.shown()
  expect(lines).toHaveLength(101)
  expect(lines.at(-1)).toBe('£5,000.00')
  await by
    .dialog()
    .getByLabel(/Reason/)
    .first()
    .fill('The roof is closed')
  await by.press('Cancel batch', by.dialog())
  await see(by.dialog()).toHaveCount(0, { timeout: 60_000 })
  const mails = (await app.mails()).slice(before).filter(({ to }) => to.startsWith('person'))
  // One for each, which says both that the batch is cancelled and what is credited.
  expect(mails).toHaveLength(100)
  expect(new Set(mails.map(({ to }) => to)).size).toBe(100)
  expect(mails.every(({ text }) => /The roof is closed/.test(text) && /£50/.test(text))).toBe(true)
  const { rows } = await by.calls.sales.list({ size: 100 })
  const settled = Object.groupBy(rows, ({ state, due, credited }) => `${state}: ${credited} credited, ${due} due`)
  expect(Object.fromEntries(Object.entries(settled).map(([state, all = []]) => [state, all.length]))).toEqual({
    'partiallyRefunded: 5000 credited, 0 due': 75,
    'open: 5000 credited, 5000 due': 25,
  })
  await by.close()
})

async function trainerInput(by: { calls: Awaited<ReturnType<typeof deskAt>>['calls']; trainer: { id: string } }) {
  const { id, version, services, avatar, Fname, Lname, startingTime, endingTime, trainingDays } = await by.calls.trainers.get({
    id: by.trainer.id,
  })
  return { id, version, services, avatar, Fname, Lname, startingTime, endingTime, trainingDays }
}
