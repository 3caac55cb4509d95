import { filledOwner } from '../test/filled.ts'
import { expectAccessible } from './axe.ts'
import { proveEmail } from './people.ts'
import { expect, linkFor, test } from './product.ts'

test('a place from the waiting list is taken by the mail’s link, without signing in', async ({ product, browser }) => {
  const owner = await filledOwner(product.url)
  await proveEmail(owner, product)
  const { batch, enrolment } = owner.ids
  const rpc = async (name: string, input: object) => {
    const { status, body } = await owner.rpc(name, input)
    expect(status, `${name} ${JSON.stringify(body)}`).toBeLessThan(300)
    return body
  }
  // The desk offers the place, whenever the background work runs.
  await rpc('enrolments.saveBilling', { ...(await rpc('enrolments.billing', {})), placeOffers: 'byHand' })
  const row = await rpc('batches.get', { id: batch })
  const { service, trainer, hall, name, code, price, startDate, endDate, startingTime, endingTime, trainingDays, version } = row
  const fields = { service, trainer, hall, name, code, price, startDate, endDate, startingTime, endingTime, trainingDays }
  await rpc('batches.update', { ...fields, totalCandidates: 1, id: batch, version })
  const email = `badr-${Date.now()}@example.com`
  const customer = (await rpc('customers.create', { firstName: 'Badr', phone: '050 765 4321', email }))['id']
  const waiting = await rpc('enrolments.enrol', { batch, customer, ifFull: 'wait' })
  const place = await rpc('enrolments.get', { id: enrolment })
  await rpc('enrolments.finish', { id: place['id'], version: place['version'] })
  await rpc('enrolments.offerNext', { batch })

  const link = await linkFor(product.inbox, email, '/place')
  const visitor = await browser.newContext({ locale: 'en-GB' })
  const page = await visitor.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.goto(link.replace('?lang=en', '?lang=en&answer=decline'))
  await expect(page.getByRole('heading', { level: 1, name: 'Juniors A' })).toBeVisible()
  await expect(page.getByRole('button').filter({ hasText: 'No, thank you' })).toBeVisible()
  await expectAccessible(page, 'the page of an offered place')
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  // Opening a link, whichever it is, answers nothing.
  expect((await rpc('enrolments.get', { id: waiting['id'] }))['state']).toBe('offered')
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByRole('button', { name: 'Accept the place' }).click()
  await expect(page.getByRole('heading', { name: 'The place is yours' })).toBeFocused()
  expect(complaints).toEqual([])
  expect((await rpc('enrolments.get', { id: waiting['id'] }))['state']).toBe('active')
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'The place is yours' })).toBeVisible()
  await visitor.close()
})
