import type { Page } from 'playwright'
import type { Keys } from '../e2e/keys.ts'
import { demoPassword } from '../scripts/demo/office.ts'
import { lastMonth } from './tasks.ts'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const option = (page: Page, name: string | RegExp) => dialog(page).getByRole('option', { name })
const closed = (page: Page) => dialog(page).waitFor({ state: 'detached' })

/** Each task of `tasks` from Home to its end by keyboard alone, in the demo's business in London. */
export const keyboardTasks: Readonly<Record<string, (page: Page, keys: Keys) => Promise<void>>> = {
  async 'open a batch'(page, keys) {
    await keys.press('n')
    await keys.press('b')
    await keys.tabTo(page.getByLabel('Service', { exact: true }))
    await keys.type('F')
    await keys.press('Tab')
    await keys.type('Kids')
    await keys.enter(button(page, 'Use KIDS'))
    await keys.tabTo(page.getByLabel('Price', { exact: true }))
    await keys.type('40')
    await keys.tabTo(page.getByLabel('Starting time'))
    await keys.type('6')
    await keys.press('Tab')
    await keys.type('7')
    await keys.tabTo(page.getByLabel('Candidates'))
    await keys.type('9')
    await keys.tabTo(page.getByLabel('Trainer', { exact: true }))
    await keys.type('D')
    await keys.backTo(button(page, 'All the trainer’s days'))
    await keys.press('Enter')
    await keys.enter(button(page, 'Save'))
    await page.getByRole('link', { name: 'Kids' }).waitFor()
  },
  async 'sell to a walk-in for cash'(page, keys) {
    await keys.press('n')
    await keys.press('s')
    await page.waitForURL('**/sales/add')
    await keys.tabTo(page.getByRole('combobox', { name: 'Customer' }))
    await keys.type('Omar 07700900333')
    await page
      .getByRole('listbox', { name: 'Customer' })
      .getByRole('option', { name: /^New customer/ })
      .waitFor()
    await keys.press('ArrowDown')
    await keys.press('Enter')
    await page.getByText('Chosen: Omar').waitFor()
    await keys.tabTo(page.getByLabel('Batch', { exact: true }))
    await keys.type('Bas')
    await keys.tabTo(page.getByLabel('Paid by'))
    await keys.type('C')
    await keys.enter(button(page, /^Sell/))
    await page.waitForURL('**/sales/sale?id=*')
    await main(page).getByText('Cash').first().waitFor()
  },
  async 'refund part of a bill'(page, keys) {
    await keys.palette('refund', option(page, 'Refund a bill'))
    await page.getByRole('row').nth(1).waitFor()
    await keys.enter(page.getByRole('row', { name: /Paid/ }).getByRole('link').first())
    await keys.enter(button(page, 'Refund'))
    await keys.tabTo(dialog(page).getByLabel('Amount'))
    await keys.press('Control+a')
    await keys.type('5')
    await keys.tabTo(dialog(page).getByLabel('Reason'))
    await keys.type('Ill')
    await keys.enter(dialog(page).getByRole('button', { name: /^Refund/ }))
    await closed(page)
  },
  async 'move a session'(page, keys) {
    await keys.press('g')
    await keys.press('d')
    await keys.tabTo(main(page).locator('a[data-session]:not([data-off="true"])').last())
    await keys.press('m')
    await keys.press('ArrowDown')
    await keys.press('ArrowDown')
    await keys.press('Enter')
    const change = page.getByRole('dialog', { name: 'Change session' })
    await keys.enter(change.getByRole('button', { name: 'Save' }))
    await closed(page)
  },
  async 'give a session a substitute'(page, keys) {
    await keys.press('g')
    await keys.press('d')
    await keys.tabTo(main(page).locator('a[data-session]:not([data-off="true"])').last())
    await keys.press('Enter')
    await keys.tabTo(dialog(page).getByRole('radio'))
    await keys.press('Space')
    await keys.enter(dialog(page).getByRole('button', { name: /substitute$/ }))
    await dialog(page)
      .getByRole('button', { name: /substitute$/ })
      .waitFor({ state: 'detached' })
    await keys.press('Escape')
    await closed(page)
  },
  async 'remind all who owe'(page, keys) {
    await keys.press('g')
    await keys.press('f')
    await keys.enter(button(page, 'Send reminders'))
    await keys.enter(dialog(page).getByRole('button', { name: /^Send/ }))
    await closed(page)
  },
  async 'read last month’s profit'(page, keys) {
    await keys.press('g')
    await keys.press('f')
    const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' }).format(new Date(`${lastMonth()}-01`))
    const profit = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}: .*Profit`) })
    // One month of a chart is reached by Tab, the others by arrows.
    await keys.tabTo(profit('.* \\d{4}'))
    await keys.pressTo('ArrowLeft', profit(month))
    await keys.press('Enter')
    await page.waitForURL(`**/finance?**month=${lastMonth()}**`)
  },
  async 'pay all trainers'(page, keys) {
    await keys.palette('month-end', option(page, /month-end/i))
    await keys.enter(button(page, 'Pay all trainers'))
    await keys.enter(dialog(page).getByRole('button', { name: /^Pay/ }))
    await closed(page)
  },
  async 'create a challenge'(page, keys) {
    await keys.palette('add cha', option(page, 'Add challenge'))
    await keys.tabTo(page.getByLabel('Name in English'))
    await keys.type('Winter cup')
    await keys.enter(button(page, 'Save'))
    await page.waitForURL('**/challenges/challenge?id=*')
  },
  async 'invite the front desk'(page, keys) {
    await keys.palette('invite', option(page, /invite/i))
    await keys.enter(button(page, 'Invite'))
    await keys.tabTo(dialog(page).getByLabel('Email'))
    await keys.type('zoe@north.example')
    await keys.press('Tab')
    await keys.type('F')
    await keys.enter(dialog(page).getByRole('button', { name: 'Send invitation' }))
    await closed(page)
  },
  async 'export everything'(page, keys) {
    await keys.palette('export', option(page, 'Export all data'))
    await keys.enter(button(page, /export/i))
    // Asked for unless it was entered a moment ago.
    const secret = dialog(page).getByLabel('Password')
    await secret
      .or(page.getByRole('list', { name: 'Exports' }))
      .first()
      .waitFor()
    if (await secret.isVisible()) {
      await keys.tabTo(secret)
      await keys.type(demoPassword)
      await keys.press('Enter')
    }
    await page.getByRole('list', { name: 'Exports' }).waitFor()
  },
}
