import type { Locator, Page } from '@playwright/test'
import { filledOwner } from '../test/filled.ts'
import { httpOwner } from '../test/browser-session.ts'
import { goodPassword } from '../test/app.ts'
import { expectAccessible } from './axe.ts'
import { floor, people } from './floor.ts'
import { enter, proveEmail, signIn, signInNew, signOut } from './people.ts'
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

const middle = (box: { y: number; height: number } | null) => (box ? box.y + box.height / 2 : Number.NaN)

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

  await test.step('a customer is found by name and called from the row', async () => {
    await page.goto(product.url)
    const call = thumb()
    await call.tap(bar(page).getByRole('link', { name: 'People' }))
    await call.tap(page.getByRole('searchbox'))
    await page.keyboard.type('Person07')
    await expect(page.getByRole('row', { name: /^Person/ })).toHaveCount(1)
    const button = page.getByRole('link', { name: 'Call: Person07' })
    await expect(button).toHaveAttribute('href', 'tel:+971501234507')
    await call.tap(button)
    expect(call.taps()).toBeLessThanOrEqual(3)
  })

  await test.step('or from the own page, whose number is in sight', async () => {
    await page.goto(product.url)
    const call = thumb()
    await call.tap(bar(page).getByRole('link', { name: 'People' }))
    await call.tap(page.getByRole('link', { name: /^Person/ }).first())
    const number = page
      .getByRole('main')
      .getByRole('link', { name: /^\+971/ })
      .first()
    await expect(number).toBeInViewport()
    await expect(number).toHaveAttribute('href', /^tel:\+971/)
    await call.tap(number)
    expect(call.taps()).toBeLessThanOrEqual(3)
  })
})

test('a place is sold to a known customer and paid in cash with six taps from Home', async ({ product, context, page }) => {
  const owner = await filledOwner(product.url)
  await owner.rpc('customers.create', { firstName: 'Omar', lastName: 'Haddad', phone: '050 765 4321' })
  await enter(context, product.url, owner.cookie)
  await page.goto(product.url)
  const sale = thumb()
  await sale.tap(bar(page).getByRole('button', { name: 'Add' }))
  await sale.tap(page.getByRole('dialog', { name: 'Add' }).getByRole('link', { name: 'Sell' }))
  const customer = page.getByRole('combobox', { name: 'Customer' })
  await sale.tap(customer)
  await customer.pressSequentially('Omar')
  await sale.tap(page.getByRole('option', { name: /^Omar Haddad/ }))
  await sale.tap(page.getByRole('radio', { name: /^Juniors A/ }))
  await sale.tap(page.getByRole('button', { name: /^Take .*350.* cash$/ }))
  await page.waitForURL('**/sales/sale?id=*')
  expect(sale.taps()).toBeLessThanOrEqual(6)
  const { rows } = (await owner.rpc('sales.list', { search: 'Omar' })).body as { rows: { id: string; state: string; total: number }[] }
  expect(rows).toMatchObject([{ state: 'paid', total: 35_000 }])
  const { payments } = (await owner.rpc('sales.get', { id: rows[0]?.id })).body as { payments: object[] }
  expect(payments).toMatchObject([{ method: 'cash', amount: 35_000 }])
})

test('a drink is sold to someone unnamed, and paid later', async ({ product, context, page }) => {
  const owner = await filledOwner(product.url)
  await enter(context, product.url, owner.cookie)
  await page.goto(`${product.url}/sales/add`)
  await page.getByRole('button', { name: 'Continue without a customer' }).tap()
  await page.getByRole('button', { name: 'Add something else' }).tap()
  // The line without a choice gave way.
  await expect(page.getByRole('radio')).toHaveCount(0)
  await page.getByLabel('What is sold').fill('Water')
  await page.getByLabel('Unit price').fill('3')
  await page.getByRole('button', { name: /^Continue · .*3/ }).tap()
  await page.getByRole('radio', { name: 'Not paid yet' }).tap()
  await page.getByRole('button', { name: /^Sell · .*3/ }).tap()
  await page.waitForURL('**/sales/sale?id=*')
  const { rows } = (await owner.rpc('sales.list', { state: 'open' })).body as { rows: { text: string; total: number; paid: number }[] }
  expect(rows).toContainEqual(expect.objectContaining({ text: 'Water', total: 300, paid: 0, state: 'open' }))
})

test('the steps of a sale: Back keeps what was chosen, keys only choose, an error leads to its field, a reload to the step', async ({
  product,
  context,
  page,
}) => {
  const owner = await filledOwner(product.url)
  await owner.rpc('customers.create', { firstName: 'Omar', lastName: 'Haddad', phone: '050 765 4321' })
  await enter(context, product.url, owner.cookie)
  await page.goto(product.url)
  const heading = (name: string) => page.getByRole('main').getByRole('heading', { level: 2, name, exact: true })
  const steps = page.getByRole('navigation', { name: 'Steps of the sale' })
  const submit = page.locator('main button[type="submit"]')
  await page.getByRole('main').getByRole('link', { name: 'Sell', exact: true }).tap()
  await expect(steps.getByRole('button', { name: /^Who/ })).toHaveAttribute('aria-current', 'step')
  await expect(page.getByRole('radio')).toHaveCount(0)
  await expectAccessible(page, 'who buys')

  await test.step('a step is not left without what it asks for', async () => {
    await submit.tap()
    await expect(heading('What')).toBeFocused()
    await submit.tap()
    await expect(page.getByRole('group', { name: 'Lines' })).toBeFocused()
    await expect(page.getByText('Choose a batch', { exact: true })).toBeInViewport()
    await expectAccessible(page, 'what is sold')
  })

  await test.step('the last step leads to the first field that is missing', async () => {
    await steps.getByRole('button', { name: /^Payment/ }).tap()
    await expect(heading('Payment')).toBeFocused()
    await submit.tap()
    const problem = page.getByRole('alert')
    await expect(problem).toBeFocused()
    await expect(steps.getByRole('button', { name: /^Who/ })).toHaveAttribute('aria-current', 'step')
    await problem.getByRole('link', { name: 'Choose a batch' }).tap()
    await expect(page.getByRole('group', { name: 'Lines' })).toBeFocused()
  })

  await test.step('keys choose without leaving the step, and Enter goes on', async () => {
    await page
      .getByRole('radio', { name: /^Juniors A/ })
      .first()
      .focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('radio', { name: /^Juniors A/ }).first()).toBeChecked()
    await expect(heading('What')).toBeAttached()
    await page.keyboard.press('Enter')
    // A place needs its customer.
    await expect(page.getByRole('combobox', { name: 'Customer' })).toBeFocused()
    await page.keyboard.type('Omar')
    await page.getByRole('option', { name: /^Omar Haddad/ }).tap()
    await expect(heading('Payment')).toBeFocused()
    await expect(submit).toHaveText(/^Take .*350.* cash$/)
    await expectAccessible(page, 'how it is paid')
  })

  await test.step('Back, here and in the browser, shows the steps before with what was chosen', async () => {
    await page.getByRole('radio', { name: 'Card' }).tap()
    await expect(submit).toHaveText(/^Take .*350.* by card$/)
    await page.getByRole('button', { name: 'Back', exact: true }).tap()
    await expect(heading('Payment')).toBeHidden()
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await steps.getByRole('button', { name: /^Who Omar Haddad/ }).tap()
    await expect(page.getByText('Omar Haddad').last()).toBeVisible()
    await steps.getByRole('button', { name: /^What Juniors A/ }).tap()
    await expect(page.getByRole('radio', { name: /^Juniors A/ }).first()).toBeChecked()
    await submit.tap()
    await expect(page.getByRole('radio', { name: 'Card' })).toBeChecked()
  })

  await test.step('a reload keeps the step and the draft, and a wide window shows all of it', async () => {
    await page.reload()
    await expect(submit).toHaveText(/^Take .*350.* by card$/)
    await page.getByRole('button', { name: 'Back', exact: true }).tap()
    await expect(page.getByRole('radio', { name: /^Juniors A/ }).first()).toBeChecked()
    await page.setViewportSize({ width: 1280, height: 844 })
    await expect(steps).toHaveCount(0)
    await expect(page.getByLabel('Paid by')).toHaveValue('card')
    await expect(page.getByRole('button', { name: 'Sell', exact: true })).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
  })

  await test.step('discarded, it begins again', async () => {
    await page.getByRole('button', { name: 'Discard' }).tap()
    await expect(page.getByRole('combobox', { name: 'Customer' })).toBeVisible()
    await expect(page).toHaveURL(/\/sales\/add$/)
    await page.goto(`${product.url}/sales/add?step=pay`)
    await expect(page.getByRole('combobox', { name: 'Customer' })).toBeVisible()
  })
})

test('the first row of a list begins in the upper half of a phone, in both languages', async ({ product, context, page }) => {
  const owner = await httpOwner(product.url)
  await proveEmail(owner, product)
  await floor(owner)
  for (const language of ['en', 'ar']) {
    await enter(context, product.url, owner.cookie, 'light', language)
    for (const [width, height] of [
      [390, 844],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const address of ['/sales?tab=customers', '/sales', '/services?tab=batches', '/staff']) {
        await page.goto(product.url + address)
        await expect(page.locator('#root > [inert]')).toHaveCount(0)
        const row = page.locator('main tbody tr').first()
        await expect(row).toBeVisible()
        const where = `${address} at ${width} in ${language}`
        expect((await row.boundingBox())?.y, where).toBeLessThan(height / 2)
        // Its title and main act share a line.
        const title = await page.getByRole('heading', { level: 1 }).boundingBox()
        const act = await page.locator('main a[href$="/add"], main a[href*="/add?"]').first().boundingBox()
        expect(Math.abs(middle(title) - middle(act)), where).toBeLessThan(4)
        expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBe(width)
      }
    }
  }
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
