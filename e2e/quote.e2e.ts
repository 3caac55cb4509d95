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
  await page.getByRole('button', { name: 'Send by e-mail' }).click()
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
  await page.getByRole('button', { name: 'Convert to a sale' }).click()
  await page.waitForURL('**/sales/sale?id=*')
  await expect(page.getByRole('row').filter({ hasText: 'Juniors A' })).toContainText(/AED\s270/)
  const { rows } = (await owner.rpc('sales.list', { search: 'Badr' })).body as { rows: { total: number }[] }
  expect(rows.map(({ total }) => total)).toEqual([27_000])
  expect((await owner.rpc('batches.get', { id: owner.ids.batch })).body['enrolled']).toBe(2)
})
