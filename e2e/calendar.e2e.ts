import { fill, png } from '../test/filled.ts'
import { httpOwner, type HttpClient } from '../test/browser-session.ts'
import { hourHeight } from '#timetable/sessions/axis.rules.ts'
import { week } from '#lib/fields.ts'
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
  await page.getByRole('button', { name: 'Change', exact: true }).click()
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
  await page.getByRole('button', { name: 'Add closure' }).click()
  const dialog = page.getByRole('dialog', { name: 'Closures' })
  await dialog.getByLabel('To', { exact: true }).fill(plus(day, 6))
  await dialog.getByLabel('Reason').fill('Half-term')
  // Both batches meet on that Monday; the filled vendor's own batch meets on each of the seven days.
  await expect(dialog.getByText('9 sessions are cancelled')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close these days' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Closed: Half-term').first()).toBeVisible()
  await page.getByRole('button', { name: 'Add closure' }).click()
  const row = dialog.getByRole('listitem').filter({ hasText: 'Half-term' })
  await expect(row).toContainText('9 sessions cancelled')
  await row.getByRole('button', { name: 'Reopen' }).click()
  await page.getByRole('dialog', { name: 'Reopen these days?' }).getByRole('button', { name: 'Reopen' }).click()
  await expect(row).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Closed: Half-term')).toHaveCount(0)

  await page.getByRole('button', { name: 'Calendar feed' }).click()
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
