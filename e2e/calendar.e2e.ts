import type { Page } from '@playwright/test'
import { fill, png } from '../test/filled.ts'
import { httpOwner, type HttpClient } from '../test/browser-session.ts'
import { hourHeight } from '#timetable/sessions/axis.rules.ts'
import { week } from '#lib/fields.ts'
import { expectAccessible } from './axe.ts'
import { dayBox, typeDay } from './days.ts'
import { enter, proveEmail } from './people.ts'
import { expect, test } from './product.ts'

/** The Monday of the week after next, so that every session is still ahead. */
function monday(): string {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() + 15 - (day.getUTCDay() || 7))
  return day.toISOString().slice(0, 10)
}
const plus = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** Two batches with two trainers on Mondays for four weeks, one person in the first. Returns the first Monday. */
async function floor(owner: HttpClient): Promise<{ day: string; second: string }> {
  const { service } = await fill(owner)
  const day = monday()
  const create = async (name: string, input: object) => {
    const { status, body } = await owner.rpc(name, input)
    expect(status, `${name} ${JSON.stringify(body)}`).toBeLessThan(300)
    return String(body['id'])
  }
  const avatar = String((await owner.upload('avatar', await png(100, 100))).body['image'])
  const hours = { startingTime: '06:00', endingTime: '22:00', trainingDays: week(0, 1, 2, 3, 4, 5, 6) }
  const person = (Fname: string, Lname: string) =>
    create('trainers.create', { services: [service], avatar, Fname, Lname, cost: 100, ...hours })
  const [first, second] = [await person('Yousef', 'Karam'), await person('Layla', 'Nasser')]
  const plan = { service, price: 1000, totalCandidates: 5, trainingDays: week(1), startDate: day, endDate: plus(day, 21) }
  const times = { startingTime: '09:00', endingTime: '10:00' }
  const batch = await create('batches.create', { ...plan, trainer: first, name: 'Morning', code: 'MOR', ...times })
  const customer = await create('customers.create', { firstName: 'Amal', phone: '0501234567', email: 'amal@mail.example' })
  await create('enrolments.enrol', { batch, customer })
  await create('batches.create', { ...plan, trainer: second, name: 'Noon', code: 'NOON', startingTime: '12:00', endingTime: '13:00' })
  return { day, second }
}

/** Chooses from the menu beside the calendar's views. */
async function chooseTool(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('a session moves by drag and by keyboard with the same result, and a conflict saves nothing', async ({ product, context, page }) => {
  const owner = await httpOwner(product.url)
  await proveEmail(owner, product)
  const { day } = await floor(owner)
  await enter(context, product.url, owner.cookie)
  const sentChanges = async () => (await owner.rpc('notifications.log', { kind: 'sessionChanged' })).body['total']
  const sessions = async (on: string) =>
    (await owner.rpc('sessions.list', { from: on, to: on })).body['rows'] as unknown as {
      batchName: string
      day: string
      startingTime: string
    }[]
  const timeOf = async (on: string, name: string) => (await sessions(on)).find(({ batchName }) => batchName === name)?.startingTime

  await page.goto(`${product.url}/services?tab=calendar&date=${day}`)
  const block = page.getByRole('link', { name: /^Morning/ }).first()
  await expect(block).toBeVisible()
  const box = await block.boundingBox()
  if (!box) throw new Error('The session has no place')
  await page.mouse.move(box.x + 20, box.y + 10)
  await page.mouse.down()
  // An hour and a quarter down.
  await page.mouse.move(box.x + 20, box.y + 40, { steps: 4 })
  await page.mouse.move(box.x + 20, box.y + 10 + 1.25 * hourHeight, { steps: 4 })
  await page.mouse.up()
  const dialog = page.getByRole('dialog', { name: 'Change session' })
  await expect(dialog.getByLabel('Starting time')).toHaveValue('10:15')
  await expect(dialog.getByText('1 session · 1 person')).toBeVisible()
  const notify = dialog.getByRole('checkbox', { name: 'Notify the enrolled person who has an email address' })
  await expect(notify).toBeChecked()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await timeOf(day, 'Morning')).toBe('10:15')
  expect(await sentChanges()).toBe(1)

  const next = plus(day, 7)
  await page.goto(`${product.url}/services?tab=calendar&date=${next}`)
  const other = page.getByRole('link', { name: /^Morning/ }).first()
  await other.focus()
  await page.keyboard.press('m')
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowDown')
  await expect(page.getByText(/Morning: .*10:15/)).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Starting time')).toHaveValue('10:15')
  await notify.uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await timeOf(next, 'Morning')).toBe('10:15')
  expect(await sentChanges()).toBe(1)

  await page.goto(`${product.url}/services?tab=calendar&date=${day}`)
  await page.getByRole('link', { name: /^Noon/ }).first().click()
  await page.getByRole('dialog', { name: 'Noon' }).getByRole('button', { name: 'Move', exact: true }).click()
  await dialog.getByLabel('Which sessions').selectOption({ label: 'All upcoming' })
  await dialog.getByLabel('Trainer').selectOption({ label: 'Yousef Karam' })
  await dialog.getByLabel('Starting time').fill('10:00')
  await dialog.getByLabel('Ending time').fill('11:00')
  await expect(dialog.getByText('4 sessions · 0 people')).toBeVisible()
  // Two Mondays were moved to 10:15; on the other two, Morning ends when this one would begin.
  await expect(dialog.getByText('2 conflicts')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This trainer already has a batch at that time')
  expect(await timeOf(day, 'Noon')).toBe('12:00')
  await dialog.getByLabel('Starting time').fill('14:00')
  await dialog.getByLabel('Ending time').fill('15:00')
  await dialog.getByLabel('Which sessions').selectOption({ label: 'This and following' })
  await expect(dialog.getByText('2 conflicts')).toBeHidden()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await timeOf(plus(day, 21), 'Noon')).toBe('14:00')
})

test('days are closed and opened again, and a calendar address is read and revoked', async ({ product, context, page }) => {
  const owner = await httpOwner(product.url)
  await proveEmail(owner, product)
  const { day } = await floor(owner)
  await enter(context, product.url, owner.cookie)
  await page.goto(`${product.url}/services?tab=calendar&view=month&date=${day}`)
  await chooseTool(page, 'Add closure')
  const dialog = page.getByRole('dialog', { name: 'Closures' })
  await typeDay(dayBox(dialog, 'To'), plus(day, 6))
  await dialog.getByLabel('Reason').fill('Half-term')
  // Both batches meet on that Monday; the filled vendor's own batch meets on each of the seven days.
  await expect(dialog.getByText('9 sessions are cancelled')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close these days' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Closed: Half-term').first()).toBeVisible()
  await chooseTool(page, 'Add closure')
  const row = dialog.getByRole('listitem').filter({ hasText: 'Half-term' })
  await expect(row).toContainText('9 sessions cancelled')
  await row.getByRole('button', { name: 'Reopen' }).click()
  await page.getByRole('dialog', { name: 'Reopen these days?' }).getByRole('button', { name: 'Reopen' }).click()
  await expect(row).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Closed: Half-term')).toHaveCount(0)

  await chooseTool(page, 'Calendar feed')
  const feeds = page.getByRole('dialog', { name: 'Calendar feeds' })
  await feeds.getByLabel('Which sessions').selectOption({ label: 'Layla Nasser' })
  await feeds.getByRole('button', { name: 'Create link' }).click()
  const address = await feeds.getByRole('status').locator('code').textContent()
  const calendar = await fetch(address ?? '')
  expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect((await calendar.text()).match(/BEGIN:VEVENT/g)).toHaveLength(4)
  await feeds.getByRole('button', { name: 'Revoke' }).click()
  await expect(feeds.getByRole('button', { name: 'Revoke' })).toHaveCount(0)
  expect((await fetch(address ?? '')).status).toBe(404)
})

test('a substitute takes a session in three clicks, and someone else’s change meanwhile loses nothing', async ({
  product,
  context,
  page,
}) => {
  const owner = await httpOwner(product.url)
  await proveEmail(owner, product)
  const { day, second } = await floor(owner)
  await enter(context, product.url, owner.cookie)
  const morning = async () => {
    const rows = (await owner.rpc('sessions.list', { from: day, to: day })).body['rows'] as unknown as Record<string, string>[]
    return rows.find(({ batchName }) => batchName === 'Morning') ?? {}
  }
  await page.addInitScript(() => {
    const pressed = () => (document.documentElement.dataset['clicks'] = String(Number(document.documentElement.dataset['clicks'] ?? 0) + 1))
    window.addEventListener('pointerdown', pressed, true)
  })
  await page.goto(`${product.url}/services?tab=calendar&date=${day}`)
  const block = page.getByRole('link', { name: /^Morning/ }).first()
  await block.click()
  const panel = page.getByRole('dialog', { name: 'Morning' })
  await panel.getByRole('group').getByText('Layla Nasser').click()
  await expect(panel.getByText('Layla Nasser takes this session.')).toBeVisible()
  await expect(panel.getByText('Neither trainer has an account, so let them know yourself.')).toBeVisible()
  await expectAccessible(page, 'a substitute in the drawer')
  await panel.getByRole('button', { name: 'Make Layla substitute' }).click()
  await expect(panel.getByRole('button', { name: 'Make Layla substitute' })).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.dataset['clicks'])).toBe('3')
  expect((await morning())['trainer']).toBe(second)

  // Yousef is chosen to take it back, while someone else changes its places.
  await panel.getByRole('group').getByText('Yousef Karam').click()
  const { id = '', version = '' } = await morning()
  await owner.rpc('sessions.change', { id, version: Number(version), capacity: 4, tell: false })
  await panel.getByRole('button', { name: 'Make Yousef substitute' }).click()
  await expect(panel.getByRole('alert')).toBeVisible()
  await expect(panel.getByRole('radio', { name: /Yousef Karam/ })).toBeChecked()
  await panel.getByRole('button', { name: 'Make Yousef substitute' }).click()
  await expect(panel.getByRole('button', { name: 'Make Yousef substitute' })).toBeHidden()
  expect((await morning())['trainer']).not.toBe(second)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(block).toBeFocused()

  // In a very wide window it is a panel of the page, which stays open from one session to the next.
  await page.setViewportSize({ width: 1680, height: 900 })
  await block.press('Enter')
  await expect(page.getByRole('complementary', { name: 'Morning' })).toBeVisible()
  await page.getByRole('link', { name: /^Noon/ }).first().click()
  await expect(page.getByRole('complementary', { name: 'Noon' })).toBeVisible()
  await expectAccessible(page, 'a session beside the calendar')
  await page.getByRole('complementary', { name: 'Noon' }).getByRole('link', { name: 'Take attendance' }).click()
  await expect(page).toHaveURL(/services\/session\?id=/)
})

test('an empty slot takes one more session of a batch, closed hours, and a one-off with its time filled in', async ({
  product,
  context,
  page,
}) => {
  const owner = await httpOwner(product.url)
  await proveEmail(owner, product)
  const { day } = await floor(owner)
  await enter(context, product.url, owner.cookie)
  // Tuesday, on which neither of the two batches meets.
  const tuesday = plus(day, 1)
  await page.goto(`${product.url}/services?tab=calendar&date=${day}`)
  const column = page.getByRole('list', { name: /^Tue / })
  const place = await column.boundingBox()
  if (!place) throw new Error('Tuesday has no place')
  const nine = await page
    .getByRole('link', { name: /^Morning/ })
    .first()
    .boundingBox()
  await page.mouse.click(place.x + 30, (nine?.y ?? 0) + hourHeight / 2)
  const popover = page.getByRole('dialog', { name: /^Add on Tue/ })
  await expect(popover.getByLabel('Starting time')).toHaveValue('09:30')
  const [slot, over] = [await page.locator('[data-slot]').boundingBox(), await popover.boundingBox()]
  if (!slot || !over) throw new Error('The slot or its popover has no place')
  expect(over.x >= slot.x + slot.width || over.x + over.width <= slot.x, 'the popover covers its slot').toBe(true)
  await popover.getByLabel('Batch').selectOption({ label: 'Morning' })
  await expect(popover.getByLabel('Trainer')).toHaveValue(/./)
  await expect(popover.getByText('1 person is enrolled for that day.')).toBeVisible()
  await expectAccessible(page, 'the popover of a slot')
  await popover.getByRole('button', { name: 'Add session' }).click()
  await expect(popover).toBeHidden()
  await expect(column.getByRole('link', { name: /^Morning/ })).toBeVisible()
  expect((await owner.rpc('notifications.log', { kind: 'sessionAdded' })).body['total']).toBe(1)

  // The batch has a session on that day now: the second attempt is refused, and nothing that was typed is lost.
  await page.mouse.click(place.x + 30, (nine?.y ?? 0) + 3.25 * hourHeight)
  await popover.getByLabel('Batch').selectOption({ label: 'Morning' })
  await popover.getByRole('button', { name: 'Add session' }).click()
  await expect(popover.getByText('This batch already has a session planned for this day').first()).toBeVisible()
  await expect(popover.getByLabel('Batch')).not.toHaveValue('')
  // Some hours are closed instead, which cancels the session that overlaps them, and are opened again from the calendar.
  await popover.getByRole('button', { name: 'Block time' }).click()
  await expect(popover.getByLabel('Ending time')).toHaveValue('13:15')
  await popover.getByLabel('Starting time').fill('10:15')
  await popover.getByLabel('Reason').fill('Repairs')
  // What was typed for either kind is still there after a look at the other.
  await popover.getByRole('button', { name: 'Session' }).click()
  await expect(popover.getByLabel('Batch')).not.toHaveValue('')
  await popover.getByRole('button', { name: 'Block time' }).click()
  await expect(popover.getByLabel('Starting time')).toHaveValue('10:15')
  await expect(popover.getByLabel('Reason')).toHaveValue('Repairs')
  await expect(popover.getByText('1 session is cancelled · 1 person')).toBeVisible()
  await expectAccessible(page, 'the popover that closes hours')
  await popover.getByRole('button', { name: 'Close these hours' }).click()
  const closed = column.getByRole('button', { name: 'Closed: Repairs 10:15–13:15' })
  await expect(closed).toBeVisible()
  await expect(column.getByRole('link', { name: /^Morning/ })).toBeHidden()
  await closed.click()
  await page.getByRole('dialog', { name: 'Closure', exact: true }).getByRole('button', { name: 'Reopen' }).click()
  await page.getByRole('dialog', { name: 'Reopen these hours?' }).getByRole('button', { name: 'Reopen' }).click()
  // The dialogs close once the calendar is refreshed; a press before would be theirs.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(closed).toBeHidden()
  await expect(column.getByRole('link', { name: /^Morning/ })).toBeVisible()
  await page.mouse.click(place.x + 30, (nine?.y ?? 0) + 3.25 * hourHeight)
  await popover.getByRole('button', { name: 'One-off' }).click()
  await popover.getByRole('link', { name: 'Fill in the one-off' }).click()
  await expect(dayBox(page, 'First day')).toHaveAttribute('data-value', tuesday)
  await expect(dayBox(page, 'Last day')).toHaveAttribute('data-value', tuesday)
})
