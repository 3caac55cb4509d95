import { rmSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright'
import { addMonths } from '#lib/days.ts'
import { handOn, type Count, type Hand } from '../e2e/hand.ts'
import { fillSignIn } from '../e2e/people.ts'
import { openProduct } from '../e2e/product.ts'
import { makeDemoFolder } from '../scripts/demo/folder.ts'
import { demoPassword } from '../scripts/demo/office.ts'
import { chromiumLaunch } from '../test/chromium.ts'

/** What a task took a practised hand, and the most that it may take. */
export type TaskLine = { name: string } & Count & { most: Count }

/** A call of the signed-in owner. @throws unless it succeeds */
type Rpc = (name: string, input?: object) => Promise<Record<string, unknown>>

type Task = {
  name: string
  most: Count
  /** What has to be so before, made by the owner's own calls. */
  prepare?: (rpc: Rpc) => Promise<void>
  /** From Home to the end of the task, in the demo's business in London. */
  run: (page: Page, hand: Hand) => Promise<void>
}

const main = (page: Page) => page.getByRole('main')
const side = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })

/** Last month where the demo's business is, YYYY-MM. */
export const lastMonth = () =>
  addMonths(`${new Date().toLocaleDateString('en-CA', { timeZone: 'Europe/London' }).slice(0, 7)}-01`, -1).slice(0, 7)

/** The tasks of an owner's day, each with the most clicks and keys that it may take. */
export const tasks: readonly Task[] = [
  {
    name: 'open a batch',
    most: { clicks: 10, keys: 28 },
    async run(page, hand) {
      await hand.click(main(page).getByRole('link', { name: 'Add batch' }))
      await hand.click(page.getByLabel('Service', { exact: true }))
      await hand.type('F')
      await hand.press('Enter')
      await hand.press('Tab')
      await hand.type('Kids')
      await hand.click(button(page, 'Use KIDS'))
      await hand.click(page.getByLabel('Price', { exact: true }))
      await hand.type('40')
      await hand.tabTo(page.getByLabel('Starting time'))
      await hand.type('6')
      await hand.press('Tab')
      await hand.type('7')
      await hand.click(page.getByLabel('Candidates'))
      await hand.type('9')
      await hand.press('Tab')
      await hand.type('D')
      await hand.click(button(page, 'All the trainer’s days'))
      await hand.click(button(page, 'Save'))
      await page.getByRole('link', { name: 'Kids' }).waitFor()
    },
  },
  {
    name: 'sell to a walk-in for cash',
    most: { clicks: 6, keys: 24 },
    async run(page, hand) {
      await hand.press('n')
      await hand.press('s')
      await page.waitForURL('**/sales/add')
      await hand.click(page.getByRole('combobox', { name: 'Customer' }))
      await hand.type('Omar 07700900333')
      await hand.click(page.getByRole('listbox', { name: 'Customer' }).getByRole('option', { name: /^New customer/ }))
      await page.getByText('Chosen: Omar').waitFor()
      await hand.click(page.getByLabel('Batch', { exact: true }))
      await hand.type('Bas')
      await hand.press('Enter')
      await hand.click(page.getByLabel('Paid by'))
      await hand.type('C')
      await hand.press('Enter')
      await hand.click(button(page, /^Sell/))
      await page.waitForURL('**/sales/sale?id=*')
      await main(page).getByText('Cash').first().waitFor()
    },
  },
  {
    name: 'refund part of a bill',
    most: { clicks: 8, keys: 17 },
    async run(page, hand) {
      await hand.press('g')
      await hand.press('i')
      await page.getByRole('row').nth(1).waitFor()
      await hand.click(page.getByRole('row', { name: /Paid/ }).getByRole('link').first())
      await hand.click(button(page, 'Refund'))
      await hand.click(dialog(page).getByLabel('Amount'))
      await hand.press('Control+a')
      await hand.type('5')
      await hand.press('Tab')
      await hand.press('Tab')
      await hand.type('Ill')
      await hand.click(dialog(page).getByRole('button', { name: /^Refund/ }))
      await dialog(page).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'move a session',
    most: { clicks: 4, keys: 0 },
    async run(page, hand) {
      await hand.click(side(page, 'Services'))
      await hand.click(page.getByRole('link', { name: 'Calendar', exact: true }))
      const session = main(page).locator('a[data-session]:not([data-off="true"])').last()
      await session.waitFor()
      await hand.drag(session, 40)
      await hand.click(page.getByRole('dialog', { name: 'Change session' }).getByRole('button', { name: 'Save' }))
      await dialog(page).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'give a session a substitute',
    most: { clicks: 3, keys: 2 },
    async run(page, hand) {
      await hand.press('g')
      await hand.press('d')
      const session = main(page).locator('a[data-session]:not([data-off="true"])').last()
      await hand.click(session)
      await hand.click(dialog(page).getByRole('radio').first())
      await hand.click(dialog(page).getByRole('button', { name: /substitute$/ }))
      await dialog(page)
        .getByRole('button', { name: /substitute$/ })
        .waitFor({ state: 'detached' })
    },
  },
  {
    name: 'remind all who owe',
    most: { clicks: 3, keys: 0 },
    async run(page, hand) {
      await hand.click(side(page, 'Finance'))
      await hand.click(button(page, 'Send reminders'))
      await hand.click(dialog(page).getByRole('button', { name: /^Send/ }))
      await dialog(page).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'read last month’s profit',
    most: { clicks: 2, keys: 0 },
    async run(page, hand) {
      await hand.click(side(page, 'Finance'))
      // The chart has each month's profit in its name.
      const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' }).format(new Date(`${lastMonth()}-01`))
      await hand.click(page.getByRole('link', { name: new RegExp(`^${month}: .*Profit`) }))
      await page.waitForURL(`**/finance?**month=${lastMonth()}**`)
    },
  },
  {
    name: 'pay all trainers',
    most: { clicks: 3, keys: 2 },
    // The demo has paid them: a correction of last month is owed.
    async prepare(rpc) {
      const month = lastMonth()
      await rpc('finance.reopen', { month, reason: 'A match day' })
      const { rows } = (await rpc('trainers.list')) as { rows: { id: string }[] }
      await rpc('payroll.adjust', { trainer: rows[0]?.id, month, amount: 5000, reason: 'A match day' })
      await rpc('finance.close', { month })
    },
    async run(page, hand) {
      await hand.press('g')
      await hand.press('f')
      await hand.click(page.getByRole('link', { name: 'Open the month-end' }))
      await hand.click(button(page, 'Pay all trainers'))
      await hand.click(dialog(page).getByRole('button', { name: /^Pay/ }))
      await dialog(page).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'create a challenge',
    most: { clicks: 5, keys: 13 },
    async run(page, hand) {
      await hand.click(side(page, 'Challenges'))
      await hand.click(main(page).getByRole('link', { name: 'Add challenge' }))
      await hand.click(page.getByLabel('Name in English'))
      await hand.type('Winter cup')
      await hand.click(button(page, 'Save'))
      await page.waitForURL('**/challenges/challenge?id=*')
    },
  },
  {
    name: 'invite the front desk',
    most: { clicks: 7, keys: 21 },
    // The plan's accounts are all in use.
    async prepare(rpc) {
      const { rows } = (await rpc('team.list')) as { rows: { id: string; version: number; role: string }[] }
      const [desk] = rows.filter(({ role }) => role === 'frontDesk')
      await rpc('team.suspend', { id: desk?.id, version: desk?.version })
    },
    async run(page, hand) {
      await hand.click(side(page, 'Staff'))
      await hand.click(page.getByRole('link', { name: 'Team', exact: true }))
      await hand.click(button(page, 'Invite'))
      await hand.click(dialog(page).getByLabel('Email'))
      await hand.type('zoe@north.example')
      await hand.press('Tab')
      await hand.type('F')
      await hand.click(dialog(page).getByRole('button', { name: 'Send invitation' }))
      await dialog(page).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'export everything',
    most: { clicks: 4, keys: 28 },
    async run(page, hand) {
      await hand.click(side(page, 'Setup 100%'))
      await hand.click(page.getByRole('link', { name: 'Export', exact: true }))
      await hand.click(button(page, /export/i))
      await hand.type(demoPassword)
      await hand.press('Enter')
      await dialog(page).waitFor({ state: 'detached' })
    },
  },
]

const ownerEmail = 'owner@north.example'

/** The signed-in owner's calls from the page. */
function rpcOf(page: Page, url: string): Rpc {
  return async (name, input = {}) => {
    const answer = await page.request.post(`${url}/rpc/${name.replace('.', '/')}`, { data: { json: input }, headers: { origin: url } })
    if (!answer.ok()) throw new Error(`${name} answered ${answer.status()} ${await answer.text()}`)
    return ((await answer.json()) as { json: Record<string, unknown> }).json
  }
}

/** Makes what a task needs, and opens Home. */
export async function prepare(page: Page, url: string, task: Task): Promise<void> {
  await task.prepare?.(rpcOf(page, url))
  await page.goto(url)
  await page.waitForLoadState('networkidle')
}

/** Does one task from Home and counts it. */
export async function measure(page: Page, url: string, task: Task): Promise<TaskLine> {
  const { name, most, run } = task
  await prepare(page, url, task)
  const hand = handOn(page)
  await run(page, hand)
  return { name, ...hand.count, most }
}

/** Makes a demo, and gives its signed-in owner's page to work in. @param use part of its folder's name */
export async function inDemo<Result>(use: string, work: (page: Page, url: string, browser: Browser) => Promise<Result>): Promise<Result> {
  const folder = await makeDemoFolder(use)
  const product = await openProduct({ DATA_DIR: folder, NODE_ENV: 'development' })
  const browser = await chromium.launch(chromiumLaunch)
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
    page.setDefaultTimeout(20_000)
    await page.goto(`${product.url}/login`)
    await fillSignIn(page, ownerEmail, demoPassword)
    return await work(page, product.url, browser)
  } finally {
    await browser.close()
    await product.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Measures each task in a browser, in a demo of its own. */
export function benchTasks(): Promise<TaskLine[]> {
  return inDemo('tasks', async (page, url) => {
    const lines: TaskLine[] = []
    for (const task of tasks) lines.push(await measure(page, url, task))
    return lines
  })
}
