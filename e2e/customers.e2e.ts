import { readFile } from 'node:fs/promises'
import { addDays } from '#lib/days.ts'
import { filledOwner } from '../test/filled.ts'
import { dayBox, dayIn, typeDay } from './days.ts'
import { enter, proveEmail } from './people.ts'
import { expect, test } from './product.ts'

test('a customer is added, found by phone in another format, enrolled, frozen and cancelled', async ({ product, context, page }) => {
  const owner = await filledOwner(product.url)
  await enter(context, product.url, owner.cookie)
  await page.goto(`${product.url}/sales?tab=customers`)
  await page.getByRole('link', { name: 'Add customer' }).click()
  await page.getByLabel('First name').fill('سارة')
  await page.getByLabel('Last name').fill('الأحمد')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Add a phone, an email or a guardian’s phone')
  await page.getByLabel('Phone', { exact: true }).fill('12')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Enter a valid phone number')
  await expect(page.getByLabel('First name')).toHaveValue('سارة')
  await page.getByLabel('Phone', { exact: true }).fill('055 765 4321')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'سارة الأحمد' })).toBeVisible()
  await expect(page.getByRole('link', { name: '+971557654321' })).toBeVisible()

  await page.goto(`${product.url}/sales?tab=customers&search=00971557654321`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.goto(`${product.url}/sales?tab=customers&search=${encodeURIComponent('ساره الاحمد')}`)
  await page.getByRole('link', { name: 'سارة الأحمد' }).click()

  await page.getByRole('button', { name: 'Enrol' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enrol customer' })
  await dialog.getByLabel('Batch').selectOption({ label: 'Juniors A · 17 places' })
  await dialog.getByRole('button', { name: 'Enrol' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('list', { name: 'Enrolments' }).getByRole('listitem')
  await expect(row).toContainText('Juniors A')
  await expect(row).toContainText('Active')
  // The place is billed at once, and the page shows it.
  await expect(page.getByRole('region', { name: 'Bills' })).toContainText(/S\d{4}-\d{5}/)

  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for سارة الأحمد' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await act('Freeze')
  const freeze = page.getByRole('dialog', { name: 'Freeze enrolment' })
  // Today where the business is, which may differ from the machine's date.
  const from = await dayIn(dayBox(freeze, 'From'))
  await typeDay(dayBox(freeze, 'To'), addDays(from, 6))
  await expect(freeze.getByText('7 days: the end is')).toBeVisible()
  await freeze.getByRole('button', { name: 'Freeze' }).click()
  await expect(row).toContainText('Frozen')
  await act('End freeze')
  await expect(row).toContainText('Active')
  await act('Cancel')
  const cancel = page.getByRole('dialog', { name: 'Cancel enrolment' })
  await cancel.getByLabel('Reason').fill('Moves away')
  await cancel.getByRole('button', { name: 'Cancel enrolment' }).click()
  await expect(cancel).toBeHidden()
  await act('Keep enrolment')
  await act('Finish')
  await page.getByRole('dialog', { name: 'Finish enrolment?' }).getByRole('button', { name: 'Finish' }).click()
  await expect(row).toContainText('Completed')
})

test('a name that a spreadsheet would run is harmless in the export', async ({ product, context, page }) => {
  const owner = await filledOwner(product.url)
  await owner.rpc('customers.create', { firstName: '=1+1', lastName: '@SUM(A1)', phone: '0551234567' })
  await enter(context, product.url, owner.cookie)
  await page.goto(`${product.url}/sales?tab=customers`)
  await expect(page.getByRole('link', { name: '=1+1 @SUM(A1)' })).toBeVisible()
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const text = await readFile(await (await waiting).path(), 'utf8')
  expect(text).toContain(`"'=1+1","'@SUM(A1)",`)
  expect(text).not.toMatch(/(?:^|[,"])[=@+-]\D/m)
})

test('a file of 200 rows with five bad ones is checked, corrected in place, imported and undone', async ({ product, context, page }) => {
  const owner = await filledOwner(product.url)
  await enter(context, product.url, owner.cookie)
  const lines = Array.from({ length: 200 }, (_, index) => {
    // The third row is an existing customer.
    const name = index % 40 === 7 ? '' : index === 2 ? 'Amal' : `Person ${index}`
    const phone = index === 2 ? '+971 50 123 4567' : `05${String(20_000_000 + index)}`
    return `"${name}",${phone},"kids; imported"`
  })
  await page.goto(`${product.url}/sales/import`)
  await page.getByLabel('Choose a CSV file').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\ufeffName,Mobile,Tags\r\n${lines.join('\r\n')}\r\n`),
  })
  await expect(page.getByLabel('Mobile')).toHaveValue('phone')
  await page.getByRole('button', { name: 'Check rows' }).click()
  await expect(page.getByRole('heading', { name: '194 of 200 rows are ready' })).toBeVisible()
  await expect(page.getByText('1 row looks like a customer you have')).toBeVisible()
  await expect(page.getByText('Nothing has been imported yet.')).toBeVisible()
  expect((await owner.rpc('customers.list', {})).body['total']).toBe(1)
  const first = page.getByRole('listitem').filter({ hasText: 'Row 9' })
  await first.getByLabel('First name').fill('Corrected')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('heading', { name: '195 of 200 rows are ready' })).toBeVisible()
  await page.getByRole('button', { name: 'Import 195 customers' }).click()
  await expect(page.getByRole('heading', { name: '195 customers imported' })).toBeVisible()
  await expect(page.getByText('5 rows skipped')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download skipped rows' }).click()
  expect((await download).suggestedFilename()).toBe('left-out.csv')
  expect((await owner.rpc('customers.list', {})).body['total']).toBe(196)
  expect((await owner.rpc('customers.list', { search: 'corrected' })).body['total']).toBe(1)
  await page.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('195 customers removed')).toBeVisible()
  expect((await owner.rpc('customers.list', {})).body['total']).toBe(1)
})

test('customers are chosen over two pages, tagged and reminded together, and found by the view of those who owe', async ({
  product,
  context,
  page,
}) => {
  const owner = await filledOwner(product.url)
  await proveEmail(owner, product)
  for (let at = 0; at < 24; at++) await owner.rpc('customers.create', { firstName: `Guest ${at}`, email: `guest${at}@example.com` })
  const sold = { customer: owner.ids.customer, items: [{ kind: 'free', text: 'A ball', quantity: 1, unit: 1200 }], total: 1200 }
  expect((await owner.rpc('sales.sell', sold)).status).toBe(200)
  await enter(context, product.url, owner.cookie)
  await page.goto(`${product.url}/sales?tab=customers`)
  await page.getByRole('checkbox', { name: 'Select Guest 20' }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('checkbox', { name: 'Select Guest 1', exact: true }).check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar.getByRole('status')).toHaveText('2 selected')
  await bar.getByRole('button', { name: 'Tag' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tag 2 customers' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel('Tag', { exact: true }).fill('holiday')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: '2 customers changed.' })).toBeVisible()
  await expect(bar).toBeHidden()
  await page.getByRole('button', { name: 'Owes' }).click()
  await expect(page).toHaveURL(/debt=owes/)
  await expect(page.getByRole('row')).toHaveCount(2)
  const owed = async () => Number(((await owner.rpc('sales.list', { state: 'unpaid' })).body['sums'] as { due: number }).due)
  // The night's work bills the month of the place, at any moment: then what is owed changes once.
  await expect(async () => {
    const due = await owed()
    await page.reload()
    await page.getByRole('checkbox', { name: /^Select all/ }).check()
    await expect(bar.getByRole('status')).toContainText(new RegExp(String.raw`^1 selected .*\b${(due / 100).toFixed(2)}\D.* owed by 1$`))
    expect(await owed()).toBe(due)
  }).toPass()
  // The bill is not due yet: no one is reminded, and the page says so.
  await bar.getByRole('button', { name: 'Send reminders' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'No reminder sent.' })).toBeVisible()
})
