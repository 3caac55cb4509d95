import { expect, test } from './product.ts'
import { filledOwner } from '../test/filled.ts'
import { expectAccessible } from './axe.ts'
import { enter } from './people.ts'

test('a desk sells a place and a ball with a discount, splits the payment, and gives some back', async ({ product, page, context }) => {
  const owner = await filledOwner(product.url)
  await enter(context, product.url, owner.cookie)
  await owner.rpc('customers.create', { firstName: 'Badr', lastName: 'Saleh', phone: '050 765 4321' })
  await page.goto(`${product.url}/sales`)
  await page.getByRole('main').getByRole('link', { name: 'Sell' }).click()
  // A failed attempt loses nothing, and the summary links to what is missing.
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
  await ball.getByLabel('Unit price').fill('52.50')
  const bill = page.getByRole('region', { name: 'The bill' })
  await expect(bill).toContainText('455')
  await page.getByLabel('Discount', { exact: true }).fill('10')
  await page.getByLabel('Reason for discount').fill('Second child')
  await expect(bill).toContainText('409.50')
  await page.getByLabel('Paid by').selectOption({ label: 'Cash' })
  await page.getByLabel('Amount', { exact: true }).fill('200')
  await expect(bill).toContainText('209.50')
  await page.getByRole('button', { name: 'Split the payment' }).click()
  await expect(bill.getByText('Still due').locator('..')).toContainText('0.00')
  await page.getByRole('button', { name: 'Sell' }).click()
  await page.waitForURL('**/sales/sale?id=*')
  const { rows } = (await owner.rpc('sales.list', { search: 'Badr' })).body as {
    rows: { number: string; state: string; total: number; paid: number }[]
  }
  expect(rows).toMatchObject([{ state: 'paid', total: 40_950, paid: 40_950 }])
  // The bill after the owner's first, or the next one if the daily tasks have billed the other place meanwhile.
  const [{ number } = { number: '' }] = rows
  expect(number).toMatch(/^S\d{4}-0000[23]$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
  await expect(page.getByRole('main')).toContainText('Second child')
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  await page.goto(`${product.url}/sales/edit?id=${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
  await expect(page.getByRole('main')).toContainText('A football')
  await page.goto(`${product.url}/sales/edit`)
  await expect(page.getByRole('main')).toContainText('Document not found')
  await page.goto(`${product.url}/sales/sale?id=${id}`)
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Amount').fill('50')
  await dialog.getByLabel('Reason').fill('A ball was flat')
  await dialog.getByLabel('Free the place').check()
  const effect = dialog.getByRole('status', { name: 'What this changes' })
  await expect(effect).toContainText('50')
  await expect(effect).toContainText('Juniors A: the place becomes free')
  await dialog.getByRole('button', { name: /^Refund/ }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('A ball was flat')
  expect((await owner.rpc('batches.get', { id: owner.ids.batch })).body['enrolled']).toBe(1)
  await page.getByRole('link', { name: /C\d{4}-00001/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/C\d{4}-00001/)
  await expectAccessible(page, 'the credit note')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Finance' }).click()
  await page.getByRole('navigation', { name: 'Finance' }).getByRole('link', { name: 'Money', exact: true }).click()
  // 409.50 for this bill and 50 of the other one, less the 50 refunded.
  const moved = page.getByRole('row', { name: /^(?:Payment|Refund),/ }).getByRole('cell')
  const amounts = async () => (await moved.allInnerTexts()).map((text) => Number(text.replaceAll(/[^\d.−]/g, '').replace('−', '-')))
  await expect.poll(async () => (await amounts()).reduce((sum, amount) => sum + amount, 0)).toBe(409.5)
  await page.getByRole('link', { name: 'Transactions' }).click()
  await expect(page.getByRole('row').filter({ hasText: /C\d{4}-00001/ })).toHaveCount(5)
})

test('a link that takes a payment opens its dialog at once, if something is due; closed, it is the bill’s own page', async ({
  product,
  context,
  page,
}) => {
  const owner = await filledOwner(product.url)
  const sold = { items: [{ kind: 'free', text: 'A ball', quantity: 1, unit: 1200 }], total: 1200 }
  const open = (await owner.rpc('sales.sell', { ...sold, customer: owner.ids.customer })).body
  const paid = (await owner.rpc('sales.sell', { ...sold, payments: [{ method: 'cash', amount: 1200 }] })).body
  await enter(context, product.url, owner.cookie)
  await page.goto(`${product.url}/sales/sale?id=${String(open['id'])}&act=pay`)
  const dialog = page.getByRole('dialog', { name: 'Take a payment' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/id=[\w-]+$/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Take payment' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.goto(`${product.url}/sales/sale?id=${String(paid['id'])}&act=pay`)
  await expect(page.getByRole('button', { name: 'Refund' })).toBeVisible()
  await expect(dialog).toBeHidden()
})
