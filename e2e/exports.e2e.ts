import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { filledOwner } from '../test/filled.ts'
import { lostBySpreadsheet } from '../test/spreadsheet.ts'
import { inTurn } from '../test/turns.ts'
import { enter } from './people.ts'
import { expect, test } from './product.ts'

/** Pages of lists and reports that offer a file once (payouts need the marketplace: payouts.browser.test.tsx) a business has one record of each kind, and the prefix of the file's name. */
const pages = {
  '/services': 'services',
  '/services?tab=batches': 'batches',
  '/services?tab=halls': 'halls',
  '/staff': 'trainers',
  '/staff?tab=team': 'team',
  '/staff?tab=timeOff': 'time-off',
  '/sales': 'subscriptions',
  '/sales?tab=sales': 'sales',
  '/sales?tab=customers': 'customers',
  '/sales?tab=quotes': 'quotes',
  '/sales/audit-report': 'audit-report',
  '/sales/audit-report?tab=days': 'day-closes',
  '/sales/subscription-report': 'mrr',
  '/finance?tab=statement': 'statement',
  '/finance?tab=balance': 'balance',
  '/finance?tab=transactions': 'entries',
  '/finance?tab=invoices': 'invoices',
  '/finance?tab=expenses': 'expenses',
  '/finance?tab=payroll': 'trainer-pay',
  '/finance?tab=tax': 'tax',
  '/finance?tab=profit': 'profit',
  '/finance?tab=delivered': 'delivered',
  '/notifications': 'notifications',
  '/notifications?tab=log': 'delivery-log',
}

/** Files whose rows are amounts, with a separate currency column. */
const ofMoney = 'sales invoices expenses batches subscriptions quotes trainers audit-report profit balance tax delivered'.split(' ')

for (const language of inTurn(['en', 'ar'] as const))
  test(`X3: in ${language}, a spreadsheet keeps what each cell of each file means, and amounts have their currency beside them`, async ({
    product,
    context,
    page,
  }) => {
    const owner = await filledOwner(product.url)
    const { version } = (await owner.rpc('customers.get', { id: owner.ids.customer })).body
    const changes = { phone: '+447700900123', guardianPhone: '0501234567', dob: '2015-03-28' }
    expect((await owner.rpc('customers.update', { id: owner.ids.customer, version, ...changes })).status).toBe(200)
    const cash = { day: new Date().toISOString().slice(0, 10), cash: 1, card: 0, transfer: 0, wallet: 0, note: 'Counted twice' }
    expect((await owner.rpc('reports.closeDay', cash)).status).toBe(200)
    const bank = { holder: 'Al Noor Sports', account: '00340101', bankName: 'Corniche Bank' }
    expect((await owner.rpc('payouts.setAccount', bank)).status).toBe(200)
    await enter(context, product.url, owner.cookie, 'light', language)
    const files = new Map<string, string[][]>()
    for (const [address, begins] of Object.entries(pages)) {
      await page.goto(product.url + address)
      const buttons = page.getByRole('button', { name: /^(?:Export|تصدير)/ })
      // Parts of a page load one after the other, each with its own button.
      await expect(async () => {
        for (const button of await buttons.all()) {
          const [download] = await Promise.all([page.waitForEvent('download', { timeout: 10_000 }), button.click()])
          const text = readFileSync(await download.path(), 'utf8')
          expect(text.startsWith('\ufeff'), address).toBe(true)
          files.set(download.suggestedFilename().replace(/(?:-\d{4}-\d\d-\d\d)?\.csv$/, ''), Papa.parse<string[]>(text.slice(1)).data)
        }
        expect(
          [...files.keys()].some((name) => name.startsWith(begins)),
          `${address} offers ${begins}`,
        ).toBe(true)
      }).toPass({ timeout: 30_000 })
    }
    for (const [name, [header = [], ...rows]] of files) {
      expect.soft(new Set(header).size, `${name} has each heading once: ${header.join(', ')}`).toBe(header.length)
      expect.soft(header, `${name} has a heading over each column`).not.toContain('')
      for (const row of rows) {
        expect.soft(row.length, `${name}: ${row.join(', ')}`).toBe(header.length)
        const lost = row.flatMap((cell) => lostBySpreadsheet(cell) ?? []).join(', ')
        expect.soft(lost, `${name}: ${row.join(' | ')}`).toBe('')
      }
    }
    const currency = language === 'en' ? 'Currency' : 'العملة'
    for (const name of ofMoney) expect.soft(files.get(name)?.[0] ?? [], name).toContain(currency)
    const rows = files.get('customers')?.flat()
    for (const plain of ['+44 7700900123', '+971 501234567', '2015-03-28']) expect(rows).toContain(plain)
  })
