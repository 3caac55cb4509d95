import { filledOwner, png } from '../test/filled.ts'
import { week } from '#lib/fields.ts'
import { enter, proveEmail } from './people.ts'
import { expect, test } from './product.ts'

// With all that moves, as most people see it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Time limit for the tasks of a day, in milliseconds. */
const limit = 120_000

test('a day is run in under two minutes: attendance, a moved session, a substitute, a place from the waiting list', async ({
  product,
  context,
  page,
}) => {
  const owner = await filledOwner(product.url)
  await proveEmail(owner, product)
  const { service, hall, batch } = owner.ids
  const create = async (name: string, input: object) => {
    const { status, body } = await owner.rpc(name, input)
    expect(status, `${name} ${JSON.stringify(body)}`).toBeLessThan(300)
    return String(body['id'])
  }
  const avatar = String((await owner.upload('avatar', await png(100, 100))).body['image'])
  const hours = { startingTime: '06:00', endingTime: '23:00', trainingDays: week(0, 1, 2, 3, 4, 5, 6) }
  await create('trainers.create', { services: [service], avatar, Fname: 'Layla', Lname: 'Nasser', cost: 100, ...hours })
  // One place, which is taken, and two people waiting, to whom the desk offers it.
  const rules = (await owner.rpc('enrolments.billing')).body
  expect((await owner.rpc('enrolments.saveBilling', { ...rules, placeOffers: 'byHand' })).status).toBe(200)
  const row = (await owner.rpc('batches.get', { id: batch })).body
  const { trainer, name, code, price, startDate, endDate, version } = row
  const times = { startingTime: '17:00', endingTime: '18:30', trainingDays: hours.trainingDays }
  await create('batches.update', {
    service,
    trainer,
    hall,
    name,
    code,
    price,
    startDate,
    endDate,
    ...times,
    totalCandidates: 1,
    id: batch,
    version,
  })
  for (const [index, firstName] of ['Badr', 'Celine'].entries()) {
    const customer = await create('customers.create', { firstName, phone: `050765432${index}` })
    await create('enrolments.enrol', { batch, customer, ifFull: 'wait' })
  }
  // The day's work would bill the place meanwhile, and make it another version than the page shows.
  const place = (await owner.rpc('enrolments.get', { id: owner.ids.enrolment })).body
  const paid = { startDate: place['startDate'], endDate: place['endDate'], nextChargeOn: place['endDate'], reason: 'Paid before' }
  expect((await owner.rpc('enrolments.update', { id: place['id'], version: place['version'], ...paid })).status).toBe(200)
  await enter(context, product.url, owner.cookie)

  const start = Date.now()
  await page.goto(product.url)
  await page
    .getByRole('region', { name: 'Today’s schedule' })
    .getByRole('link', { name: /Juniors A/ })
    .click()
  await page.getByRole('region', { name: 'Roster' }).getByRole('button', { name: 'Present', exact: true }).click()
  await expect(page.getByText('1 of 1 marked')).toBeVisible()

  const side = page.getByRole('navigation').first()
  await side.getByRole('link', { name: 'Services' }).click()
  await page.getByRole('link', { name: 'Calendar' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change session' })
  await page
    .getByRole('link', { name: /^Juniors A/ })
    .first()
    .focus()
  await page.keyboard.press('m')
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('1 session · 1 person')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('18:00–19:30')).toBeVisible()

  await page
    .getByRole('link', { name: /^Juniors A/ })
    .nth(1)
    .click()
  const panel = page.getByRole('dialog', { name: 'Juniors A' })
  await panel.getByText('Layla Nasser').click()
  await panel.getByRole('button', { name: 'Make Layla substitute' }).click()
  await expect(panel.getByRole('button', { name: 'Make Layla substitute' })).toBeHidden()
  await panel.getByRole('link', { name: 'Roster' }).click()
  await expect(page.getByText('Layla Nasser', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Juniors A' }).click()
  await expect(page.getByRole('region', { name: 'Places taken' })).toContainText('1 of 1Full, 2 waiting')
  await expect(page.getByRole('region', { name: 'Next session' }).getByRole('link')).toHaveAttribute('href', /^\/services\/session[?]id=/)
  await page.getByRole('button', { name: 'Actions for Amal Karam' }).click()
  await page.getByRole('menuitem', { name: 'Finish' }).click()
  await page.getByRole('dialog', { name: 'Finish enrolment?' }).getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('link', { name: 'Waiting list (2)' }).click()
  await page.getByRole('button', { name: 'Offer place to the next person' }).click()
  await expect(page.getByText(/^Place offered to Badr until/)).toBeVisible()
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByRole('button', { name: 'Accept: Badr' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Badr' })).toContainText('Active')
  expect(Date.now() - start).toBeLessThan(limit)
})
