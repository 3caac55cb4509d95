import { addMonths } from '#lib/days.ts'
import { filledOwner } from '../test/filled.ts'
import { enter, picture } from './people.ts'
import { expect, test } from './product.ts'

test('an owner enters an expense, counts the day, reads the profit by batch and closes last month', async ({ product, page, context }) => {
  const owner = await filledOwner(product.url)
  await enter(context, product.url, owner.cookie)
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Dubai' })
  const last = addMonths(`${today.slice(0, 7)}-01`, -1).slice(0, 7)
  // For last month, since a session created today can't be in it.
  await owner.rpc('payroll.adjust', { trainer: owner.ids.trainer, month: last, amount: 12_000, reason: 'A match day' })

  await page.goto(`${product.url}/finance?tab=expenses`)
  await page.getByRole('link', { name: 'Add expense' }).click()
  await page.getByLabel('Supplier').fill('Goal Posts Trading')
  await page.getByLabel('Category').selectOption({ label: 'Equipment' })
  await page.getByLabel('Amount').fill('63')
  await page.getByLabel('Tax', { exact: true }).fill('3')
  await page.getByLabel('Batch', { exact: true }).selectOption(owner.ids.batch)
  await page.locator('input[type=file]').setInputFiles(await picture(600, 900, 'receipt.png'))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('row', { name: /Goal Posts Trading/ })).toContainText(/AED\s63\.00/)
  await page.getByRole('link', { name: 'Goal Posts Trading' }).click()
  const receipt = page.getByRole('img', { name: /Goal Posts Trading/ })
  await expect(receipt).toBeVisible()
  await expect.poll(() => receipt.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  await page.goto(`${product.url}/finance?tab=statement`)
  await page.getByRole('link', { name: 'Cash up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cash up' })
  // 50 in cash came in with the first sale.
  await dialog.getByLabel('Cash').fill('45')
  for (const method of ['Card', 'Bank transfer', 'Wallet']) await dialog.getByLabel(method).fill('0')
  await expect(dialog.getByRole('status')).toContainText(/−AED\s5\.00/)
  await dialog.getByRole('button', { name: 'Cash up' }).click()
  await expect(dialog.getByText('Enter why the count differs').first()).toBeVisible()
  await dialog.getByLabel('Note').fill('Change for the bus')
  await dialog.getByRole('button', { name: 'Cash up' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /Change for the bus/ })).toContainText(/−AED\s5\.00/)

  await page.goto(`${product.url}/finance?tab=accounts`)
  await page.getByRole('button', { name: 'Record transaction' }).click()
  const record = page.getByRole('dialog', { name: 'Record transaction' })
  await record.getByLabel('Purpose').selectOption({ label: 'Owner puts money in' })
  await record.getByLabel('To', { exact: true }).selectOption({ index: 1 })
  await record.getByLabel('Amount').fill('250')
  await record.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(record).toBeHidden()

  await page.goto(`${product.url}/finance?tab=profit`)
  await page.getByLabel('Group by').selectOption({ label: 'Batch' })
  const groups = page.getByRole('table', { name: 'By batch' })
  // The 63.00 less the 3.00 of tax included in it.
  await expect(groups.getByRole('row', { name: /Juniors A/ })).toContainText(/−AED\s60\.00/)

  await page.goto(`${product.url}/finance?tab=monthEnd&month=${last}`)
  await page.getByRole('button', { name: 'Close the month' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close the month' }).click()
  // Pay for all trainers: two clicks after the page.
  await page.getByRole('button', { name: 'Pay all trainers' }).click()
  await page
    .getByRole('dialog', { name: 'Pay all trainers' })
    .getByRole('button', { name: /^Pay .*AED\s120\.00/ })
    .click()
  await expect(page.getByText('Nothing is owed to trainers.')).toBeVisible()
  await page.getByRole('navigation', { name: 'Finance' }).getByRole('link', { name: 'Pay', exact: true }).click()
  await expect(page.getByText('Closed', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: /Mariam Haddad/ })).toContainText(/AED\s120\.00/)
})
