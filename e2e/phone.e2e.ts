import type { Locator, Page } from '@playwright/test'
import { filledOwner } from '../test/filled.ts'
import { httpOwner } from '../test/browser-session.ts'
import { goodPassword } from '../test/app.ts'
import { expectAccessible } from './axe.ts'
import { floor, people } from './floor.ts'
import { enter, signIn, signInNew, signOut } from './people.ts'
import { expect, test } from './product.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, serviceWorkers: 'allow' })

/** Counts the taps of a journey. */
function thumb() {
  let taps = 0
  return {
    tap: async (target: Locator) => {
      taps++
      await target.tap()
    },
    taps: () => taps,
  }
}

const bar = (page: Page) => page.getByRole('navigation', { name: 'Shortcuts' })
const roster = (page: Page) => page.getByRole('region', { name: 'Roster' })

/** Waits until this build's worker has stored the frame and answers for the page. */
async function workerIsReady(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 60_000 }).toBe(true)
}

const storedNames = (page: Page, start: string) =>
  page.evaluate((area) => Object.keys(localStorage).filter((name) => name.startsWith(area)), start)

test('from Home: a class is marked with three taps, a customer called with three', async ({ product, context, page }) => {
  const owner = await httpOwner(product.url)
  await floor(owner)
  await enter(context, product.url, owner.cookie)
  await page.goto(product.url)
  const attendance = thumb()
  await attendance.tap(page.locator('main [aria-labelledby="today"]').getByRole('link', { name: /Juniors A/ }))
  await attendance.tap(roster(page).getByRole('button', { name: 'Absent' }).first())
  await attendance.tap(roster(page).getByRole('button', { name: 'Mark everyone else present' }))
  await expect(roster(page).getByText(`${people + 1} of ${people + 1} marked`)).toBeVisible()
  await expect(page.getByText('All marks are saved')).toBeAttached()
  expect(attendance.taps()).toBeLessThanOrEqual(3)

  await page.goto(product.url)
  const call = thumb()
  await call.tap(bar(page).getByRole('link', { name: 'People' }))
  const first = page.getByRole('link', { name: /^Person/ }).first()
  await expect(first).toBeInViewport()
  await call.tap(first)
  const number = page
    .getByRole('main')
    .getByRole('link', { name: /^\+971/ })
    .first()
  await expect(number).toBeInViewport()
  await expect(number).toHaveAttribute('href', /^tel:\+971/)
  await call.tap(number)
  expect(call.taps()).toBeLessThanOrEqual(3)
})

test('a walk-in buys a place and pays in cash with six taps', async ({ product, context, page }) => {
  const owner = await filledOwner(product.url)
  await enter(context, product.url, owner.cookie)
  await page.goto(product.url)
  const sale = thumb()
  await sale.tap(page.getByRole('main').getByRole('link', { name: 'Sell', exact: true }))
  const customer = page.getByRole('combobox', { name: 'Customer' })
  await sale.tap(customer)
  await customer.pressSequentially('Omar Haddad 0507654321')
  await sale.tap(page.getByRole('option', { name: /Omar Haddad/ }))
  await sale.tap(page.getByRole('radio', { name: /^Juniors A/ }))
  await sale.tap(page.getByRole('radio', { name: 'Cash' }))
  await sale.tap(page.getByRole('button', { name: /^Sell and take/ }))
  await page.waitForURL('**/sales/sale?id=*')
  expect(sale.taps()).toBeLessThanOrEqual(6)
  const { rows } = (await owner.rpc('sales.list', { search: 'Omar' })).body as { rows: { state: string }[] }
  expect(rows).toMatchObject([{ state: 'paid' }])
})

test('the bar: reachable, at its place from the start, accessible, of the role, and out of the way', async ({ product, context, page }) => {
  const owner = await filledOwner(product.url)
  await enter(context, product.url, owner.cookie)
  await page.addInitScript(() => {
    const page = Object.assign(window, { shifts: new Array<number>() })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) page.shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/assets/bottom-bar-*.js', async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto(product.url)
  await expect(page.locator('#root > [inert]')).toHaveCount(0)
  await expect(page.locator('main [aria-labelledby="today"]')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { shifts: [] }))
  arrive()
  const entries = bar(page).getByRole('link').or(bar(page).getByRole('button'))
  await expect(entries).toHaveText(['Home', 'Calendar', '', 'People', 'More'])
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02)
  for (const entry of await entries.all()) {
    const box = await entry.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844)
  }
  await expect(bar(page).getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page, 'Home on a phone')

  await test.step('+ offers what the role may add, and gives the focus back', async () => {
    const add = bar(page).getByRole('button', { name: 'Add' })
    await add.tap()
    const sheet = page.getByRole('dialog', { name: 'Add' })
    await expect(sheet.getByRole('link', { name: 'Sell' })).toBeFocused()
    await expect(sheet.getByRole('link')).toContainText(['Sell', 'Add customer', 'Add batch', 'Add expense'])
    await expectAccessible(page, 'what can be added')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(add).toBeFocused()
  })

  await test.step('More opens the menu with its eight entries, and takes the focus back', async () => {
    const more = bar(page).getByRole('button', { name: 'More' })
    await more.tap()
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(8)
    await page.keyboard.press('Escape')
    await expect(more).toBeFocused()
  })

  await test.step('chosen rows have a bar of their own instead, and a wide window has none', async () => {
    await bar(page).getByRole('link', { name: 'People' }).tap()
    await expect(bar(page).getByRole('link', { name: 'People' })).toHaveAttribute('aria-current', 'page')
    await page.getByRole('button', { name: 'Select' }).tap()
    await page
      .getByRole('checkbox', { name: /^Select / })
      .first()
      .tap()
    await expect(page.getByRole('region', { name: 'Selected rows' })).toBeVisible()
    await expect(bar(page)).toBeHidden()
    await page.setViewportSize({ width: 640, height: 844 })
    await expect(bar(page)).toHaveCount(0)
  })
})

test('the app can be installed', async ({ product, page }) => {
  await page.goto(`${product.url}/login`)
  const address = await page.locator('link[rel="manifest"]').getAttribute('href')
  const manifest = (await (await page.request.get(product.url + String(address))).json()) as {
    name: string
    short_name: string
    start_url: string
    display: string
    icons: { src: string; sizes: string; purpose?: string }[]
  }
  expect(manifest).toMatchObject({ name: 'Touchline', short_name: 'Touchline', start_url: '/', display: 'standalone' })
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? 'any'}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  )
  for (const { src } of manifest.icons) expect((await page.request.get(product.url + src)).status(), src).toBe(200)
  const session = await page.context().newCDPSession(page)
  const { errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
})

test('today’s rosters open without a connection after a reload; marks wait in one queue and arrive once', async ({
  product,
  context,
  page,
}) => {
  const owner = await httpOwner(product.url)
  await floor(owner)
  await enter(context, product.url, owner.cookie)
  await page.goto(product.url)
  await workerIsReady(page)
  // None of them was opened: the phone has read them ahead.
  await expect.poll(() => storedNames(page, 'today:').then((names) => names.some((name) => name.includes('attendance/roster')))).toBe(true)
  const answers = await page.evaluate(() => Object.entries(localStorage).find(([name]) => name.endsWith('home/today'))?.[1] ?? '')
  expect(JSON.parse(answers)).toMatchObject({ answer: { money: null, books: null, own: null } })

  await context.setOffline(true)
  await page.reload()
  const arrived: string[] = []
  context.on('response', (response) => {
    if (!response.url().endsWith('/rpc/attendance/mark') || !response.ok()) return
    const { json } = response.request().postDataJSON() as { json: { marks: { session: string; enrolment: string }[] } }
    arrived.push(...json.marks.map(({ session, enrolment }) => `${session} ${enrolment}`))
  })
  await page
    .locator('main [aria-labelledby="today"]')
    .getByRole('link', { name: /Juniors A/ })
    .tap()
  await expect(page.getByText(/^You’re offline\. This roster is from \d\d:\d\d/)).toBeVisible()
  await roster(page).getByRole('button', { name: 'Late' }).first().tap()
  await expect(page.getByRole('button', { name: '1 mark not sent' })).toBeVisible()
  await page.reload()
  await expect(roster(page).getByRole('button', { name: 'Late', pressed: true })).toHaveCount(1)
  const tab = await context.newPage()
  await tab.goto(page.url())
  await expect(roster(tab).getByRole('button', { name: 'Late', pressed: true })).toHaveCount(1)
  await roster(tab).getByRole('button', { name: 'Absent' }).nth(1).tap()
  await page.bringToFront()

  await test.step('the queue can be looked at', async () => {
    await page.getByRole('button', { name: '2 marks not sent' }).tap()
    const queue = page.getByRole('dialog', { name: 'Waiting to be sent' })
    await expect(queue).toContainText('Juniors A')
    await expect(queue).toContainText('2 marks')
    await expectAccessible(page, 'the queue')
    await page.keyboard.press('Escape')
  })

  await test.step('a sign-out asks first', async () => {
    await page.getByRole('button', { name: 'Account menu' }).tap()
    await page.getByRole('menuitem', { name: 'Logout' }).tap()
    await page.getByRole('dialog', { name: '2 marks are not sent yet' }).getByRole('button', { name: 'Stay' }).tap()
  })

  await context.setOffline(false)
  await expect(page.getByRole('button', { name: /not sent/ })).toHaveCount(0)
  await expect.poll(() => storedNames(page, 'marks:')).toEqual([])
  expect(arrived).toHaveLength(2)
  expect(new Set(arrived).size).toBe(2)
  await expect(page.getByText(/^You’re offline\. This roster/)).toHaveCount(0)
})

test('a member who signs out leaves nothing of the day behind, and no other sees it or sends their marks', async ({ product, page }) => {
  const owner = await httpOwner(product.url)
  await floor(owner)
  await signIn(page, product.url, owner.email, goodPassword)
  await workerIsReady(page)
  await expect.poll(() => storedNames(page, 'today:').then((names) => names.length)).toBeGreaterThan(3)
  const [waiting] = await storedNames(page, 'today:')
  const member = waiting?.split(':')[1] ?? ''

  await test.step('a refused roster is removed, and what belongs to another day or role', async () => {
    const roster = (await storedNames(page, 'today:')).find((name) => name.includes('attendance/roster')) ?? ''
    await page.evaluate(
      ([name = '', id = '']) => {
        localStorage.setItem(name.replace(/[\w-]+$/, '00000000-0000-7000-8000-000000000000'), localStorage.getItem(name) ?? '')
        localStorage.setItem(`today:${id}:owner:2020-1-1:home/today`, '{}')
        localStorage.setItem(`today:someone:owner:2020-1-1:home/today`, '{}')
      },
      [roster, member],
    )
    await page.goto(`${product.url}/services/session?id=00000000-0000-7000-8000-000000000000`)
    await expect(page.getByText('Document not found')).toBeVisible()
    await expect
      .poll(() => storedNames(page, 'today:').then((names) => names.filter((name) => /someone|2020-1-1|8000-0{12}/.test(name))))
      .toEqual([])
  })

  await page.evaluate((id) => localStorage.setItem(`marks:other${id}:s:e:${new Date().toISOString()}`, 'present'), member)
  await signOut(page)
  await expect(async () => {
    expect(await storedNames(page, 'today:')).toEqual([])
    expect(await storedNames(page, 'marks:')).toHaveLength(1)
  }).toPass()

  await test.step('who signs in next finds neither, and the marks of the other still wait', async () => {
    await signInNew(page, product.url, `next-${Date.now()}@example.com`)
    await expect(page.getByRole('button', { name: /not sent/ })).toHaveCount(0)
    expect((await storedNames(page, 'today:')).filter((name) => name.includes(member))).toEqual([])
    expect(await storedNames(page, 'marks:')).toHaveLength(1)
  })
})
