import { expect as see, type Browser, type Locator, type Page } from '@playwright/test'
import { expect } from 'vitest'
import { violationsIn } from '../e2e/axe.ts'
import { signIn } from '../e2e/people.ts'
import type { TestApp } from './app.ts'
import { person } from './floor.ts'
import { morning, yearOf } from './year.ts'

/** A text without the marks of direction, with a plain minus. */
export const plain = (text: string) =>
  text
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replace('−', '-')
    .trim()

type Rules = { billingDay?: number | null; cancelledSessions?: 'credit' | 'nothing' }

/**
 * A British business on a day in 2027 (prices with tax inside, billed on the 1st), whose owner works in a browser: `on` goes
 * to another day, `enrol`, `pay` and `act` do what a desk does, `shown` and `bills` read amounts off the screen.
 */
export async function deskAt(
  app: TestApp & { url: string },
  browser: Browser,
  { rules = {}, batch = {}, day = '2027-04-01' }: { rules?: Rules; batch?: object; day?: string } = {},
) {
  const year = yearOf(app)
  const base = await year.yearFloor(day, '2027-12-31', 'GB')
  const { calls, owner } = base
  await calls.enrolments.saveBilling({ billingDay: 1, proration: 'days', cancelledSessions: 'credit', ...rules, version: 0 })
  const dates = { startDate: day, endDate: '2027-12-31', startingTime: '19:00', endingTime: '20:00' }
  const first = await calls.batches.create(base.batch({ name: 'Under ten', price: 10_000, ...dates, ...batch }))
  const second = await calls.batches.create(
    base.batch({ name: 'Under twelve', price: 15_000, ...dates, startingTime: '20:00', endingTime: '21:00' }),
  )
  const amal = await person(calls, 'Amal', { email: 'amal@example.com' })
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London', viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  page.setDefaultTimeout(8000)
  const sit = async (now: string) => {
    await page.clock.setFixedTime(morning(now))
    await context.clearCookies()
    await signIn(page, app.url, owner.email, owner.password)
  }
  await sit(day)
  const go = async (path: string) => {
    await page.goto(`${app.url}${path}`)
  }
  const on = async (next: string) => {
    await year.on(next, base)
    await sit(next)
  }
  const dialog = () => page.getByRole('dialog')
  const press = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: typeof name === 'string' }).click()
  const customer = (id = amal.id) => go(`/sales/customer?id=${id}`)
  const act = async (item: string, name = /^Actions for Amal/) => {
    await page.getByRole('button', { name }).first().click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  const enrol = async (batchName: RegExp, start?: string, more: () => Promise<void> = async () => {}, id = amal.id) => {
    await customer(id)
    await press('Enrol')
    const option = dialog().getByLabel('Batch', { exact: true }).locator('option').filter({ hasText: batchName })
    await dialog()
      .getByLabel('Batch', { exact: true })
      .selectOption((await option.getAttribute('value'))!)
    if (start) await dialog().getByLabel('Start', { exact: true }).fill(start)
    await more()
    const hint = plain(await dialog().innerText())
    await press('Enrol', dialog())
    await see(dialog()).toHaveCount(0)
    return hint
  }
  /** The bills of a person as their page lists them, oldest first: each amount and status. */
  const bills = async (id = amal.id) => {
    await customer(id)
    await see(page.getByRole('list', { name: 'Sales' })).toBeVisible()
    const items = await page.getByRole('list', { name: 'Sales' }).getByRole('listitem').allInnerTexts()
    return items.map((text) => /£[\d,.]+/.exec(text)?.[0] ?? text).toReversed()
  }
  const pay = async (id = amal.id) => {
    await customer(id)
    await page.getByRole('list', { name: 'Sales' }).getByRole('listitem').first().getByRole('link').first().click()
    await press('Take payment')
    await press('Take payment', dialog())
    await see(dialog()).toHaveCount(0)
  }
  /** The preview of the open dialog: amounts by line and in total. */
  const shown = async () => {
    const section = dialog().getByRole('region', { name: 'Effect on bills and credit' })
    await see(section.locator('strong').or(section.getByText('No one is credited'))).toBeVisible()
    const lines = await section.locator('dd').allInnerTexts()
    const total = await section.locator('strong').allInnerTexts()
    expect(await violationsIn(page, 'the preview')).toEqual([])
    return [...lines, ...total].map((text) => plain(text))
  }
  return {
    ...base,
    first,
    second,
    amal,
    page,
    go,
    on,
    dialog,
    press,
    customer,
    act,
    enrol,
    bills,
    pay,
    shown,
    close: () => context.close(),
  }
}
