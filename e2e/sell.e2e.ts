import { expect, test } from './product.ts'
import { filledOwner } from '../test/filled.ts'
import { enter } from './people.ts'

test('a desk sells a place and a ball with a discount, splits the payment, and gives some back', async ({ product, page, context }) => {
  const owner = await filledOwner(product.url)
  await enter(context, product.url, owner.cookie)
  await owner.rpc('customers.create', { firstName: 'Badr', lastName: 'Saleh', phone: '050 765 4321' })
  await page.goto(`${product.url}/sales`)
  await page.getByRole('main').getByRole('link', { name: 'Sell' }).click()
  // Nothing is lost by a wrong try, and the summary leads to what is missing.
  await page.getByRole('button', { name: 'Sell' }).click()
  await expect(page.getByRole('alert')).toContainText('There is a problem')
  await expect(page.getByRole('alert').getByRole('link', { name: 'Choose a batch' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Customer' }).fill('Badr')
  await page.getByRole('option', { name: /Badr Saleh/ }).click()
  await page.getByLabel('Batch', { exact: true }).selectOption(owner.ids.batch)
  await page.getByRole('button', { name: 'Add something else' }).click()
  const ball = page.getByRole('group', { name: 'Line 2' })
  await ball.getByLabel('What is sold').fill('A football')
  await ball.getByLabel('Quantity').fill('2')
  await ball.getByLabel('Price of one').fill('52.50')
  const bill = page.getByRole('region', { name: 'The bill' })
  await expect(bill).toContainText('455')
  await page.getByLabel('Discount', { exact: true }).fill('10')
  await page.getByLabel('Why the discount').fill('Second child')
  await expect(bill).toContainText('409.50')
  await page.getByLabel('Paid by').selectOption({ label: 'Cash' })
  await page.getByLabel('Amount', { exact: true }).fill('200')
  await expect(bill).toContainText('209.50')
  await page.getByRole('button', { name: 'Split the payment' }).click()
  await expect(bill.getByText('Still due').locator('..')).toContainText('0.00')
  await page.getByRole('button', { name: 'Sell' }).click()
  await page.waitForURL('**/sales/sale?id=*')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/S\d{4}-00002/)
  const { rows } = (await owner.rpc('sales.list', { search: 'Badr' })).body as { rows: { state: string; total: number; paid: number }[] }
  expect(rows).toMatchObject([{ state: 'paid', total: 40_950, paid: 40_950 }])
  await expect(page.getByRole('main')).toContainText('Second child')
})
