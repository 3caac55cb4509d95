import { filledOwner } from '../test/filled.ts'
import { expectAccessible } from './axe.ts'
import { enter, proveEmail } from './people.ts'
import { expect, linkFor, test } from './product.ts'

test('a batch is quoted by mail, the customer names another price, and the sale shows the agreed one', async ({
  product,
  page,
  context,
  browser,
}) => {
  const owner = await filledOwner(product.url)
  await proveEmail(owner, product)
  await enter(context, product.url, owner.cookie)
  const email = `badr-${Date.now()}@example.com`
  await owner.rpc('customers.create', { firstName: 'Badr', lastName: 'Saleh', phone: '050 765 4321', email })
  await page.goto(`${product.url}/sales?tab=quotes`)
  await page.getByRole('link', { name: 'Add quote' }).click()
  await page.getByRole('combobox', { name: 'Customer' }).fill('Badr')
  await page.getByRole('option', { name: /Badr Saleh/ }).click()
  await page.getByLabel('Batch', { exact: true }).selectOption(owner.ids.batch)
  await page.getByLabel('Quote', { exact: true }).fill('Ten afternoons with the kit')
  await page.getByLabel('Offered price').fill('300')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Send by email' }).click()
  await expect(page.getByText(`Sent to ${email}`)).toBeVisible()

  const visitor = await browser.newContext({ locale: 'en-GB' })
  const answer = await visitor.newPage()
  const complaints: string[] = []
  answer.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await answer.goto(await linkFor(product.inbox, email, '/quote'))
  await expect(answer.getByRole('main')).toContainText('Ten afternoons with the kit')
  await expect(answer.getByRole('main')).toContainText(/AED\s300/)
  await expectAccessible(answer, 'the answer page')
  await answer.setViewportSize({ width: 320, height: 700 })
  expect(await answer.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await answer.getByRole('button', { name: 'Send your price' }).click()
  await expect(answer.getByText('Your price is required').first()).toBeVisible()
  await answer.getByLabel('Your price', { exact: true }).fill('270')
  await answer.getByLabel('Note').fill('Two of us may come')
  await answer.getByRole('button', { name: 'Send your price' }).click()
  await expect(answer.getByRole('heading', { name: /^You offered .*270/ })).toBeFocused()
  expect(complaints).toEqual([])
  await visitor.close()

  await page.reload()
  await expect(page.getByRole('main')).toContainText('Two of us may come')
  await page.getByRole('button', { name: /^Accept .*270/ }).click()
  const billed = page.getByRole('region', { name: 'What will be billed' })
  await expect(billed).toContainText(/Bill for .*AED\s270\.00/)
  await expect(billed).toContainText(/Next bill, for .*AED\s270\.00/)
  await expectAccessible(page, 'an accepted quote')
  await page.getByRole('button', { name: 'Convert to a sale' }).click()
  await page.waitForURL('**/sales/sale?id=*')
  await expect(page.getByRole('row').filter({ hasText: 'Juniors A' })).toContainText(/AED\s270/)
  const { rows } = (await owner.rpc('sales.list', { search: 'Badr' })).body as { rows: { total: number }[] }
  expect(rows.map(({ total }) => total)).toEqual([27_000])
  expect((await owner.rpc('batches.get', { id: owner.ids.batch })).body['enrolled']).toBe(2)
})

test('a quote for three is sold with one name, and the others are named later without typing anybody twice', async ({
  product,
  page,
  context,
  browser,
}) => {
  const owner = await filledOwner(product.url)
  await proveEmail(owner, product)
  await enter(context, product.url, owner.cookie)
  const email = `coach-${Date.now()}@example.com`
  const coach = await owner.rpc('customers.create', { firstName: 'Salma', lastName: 'Saleh', phone: '050 765 4321', email })
  const request = { customer: coach.body['id'], batch: owner.ids.batch, candidates: 3, quote: 'Three of one school', offeredPrice: 27_000 }
  const quote = await owner.rpc('quotes.create', request)
  await owner.rpc('quotes.send', { id: quote.body['id'], version: 1 })
  const visitor = await browser.newContext({ locale: 'en-GB' })
  const answer = await visitor.newPage()
  await answer.goto(await linkFor(product.inbox, email, '/quote'))
  await answer.getByRole('button', { name: 'Accept' }).click()
  await expect(answer.getByText('Your 3 places are reserved once', { exact: false })).toBeVisible()
  await visitor.close()

  const enrolled = async () => (await owner.rpc('batches.get', { id: owner.ids.batch })).body['enrolled']
  expect(await enrolled()).toBe(1)
  await page.goto(`${product.url}/sales/quote?id=${String(quote.body['id'])}`)
  await expect(page.getByText('No place is reserved until you convert the quote to a sale.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Convert to a sale' }).click()
  const people = page.getByRole('dialog', { name: 'Who gets the 3 places?' })
  await expect(people).toContainText('Salma Saleh')
  // The coach has no one in training: the first child is added in place.
  await people.getByRole('button', { name: 'Remove Salma Saleh' }).click()
  await people.getByRole('combobox', { name: 'Customer' }).fill('Nora Saleh 0501112233')
  await people.getByRole('option', { name: /Nora Saleh/ }).click()
  await expect(people).toContainText('1 of 3 named; 2 places are reserved for later names')
  await expect(people).toContainText(/Bill for .*AED\s810\.00/)
  await expect(people).toContainText(/Each person’s next bill, for /)
  await expectAccessible(page, 'the people of a quote')
  await people.getByRole('button', { name: 'Convert to a sale' }).click()
  await page.waitForURL('**/sales/sale?id=*')
  const line = page.getByRole('row').filter({ hasText: 'Juniors A' })
  await expect(line).toContainText(/3.*AED\s810/)
  expect(await enrolled()).toBe(4)

  await page.goto(`${product.url}/services/batch?id=${owner.ids.batch}`)
  await expect(page.getByText('2 places are reserved; their names are missing.')).toBeVisible()
  await page.goto(product.url)
  await page.getByRole('link', { name: /Salma Saleh.*2 places in Juniors A/ }).click()
  await expect(page.getByRole('heading', { name: 'Places' })).toBeVisible()
  await page.getByRole('button', { name: 'Add names' }).click()
  const naming = page.getByRole('dialog', { name: 'Add names' })
  await naming.getByRole('combobox', { name: 'Customer' }).fill('Salma')
  await naming
    .getByRole('option', { name: /Salma Saleh/ })
    .first()
    .click()
  await naming.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 place is reserved; its name is missing.')).toBeVisible()
  await page.getByRole('button', { name: 'Free the place' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Free the place' }).click()
  await expect(page.getByText('1 place is free again')).toBeVisible()
  expect(await enrolled()).toBe(3)
})
