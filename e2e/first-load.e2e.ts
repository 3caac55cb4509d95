import type { BrowserContext, Page } from '@playwright/test'
import { firstAnswersId, widthCookie } from '#lib/first-answers.ts'
import { listLooksCookie, withColumns, withDensity } from '#lib/list-looks.ts'
import { filledOwner } from '../test/filled.ts'
import { inTurn } from '../test/turns.ts'
import { enter, signInNew } from './people.ts'
import { expect, test } from './product.ts'

/**
 * Bytes of the page, scripts and styles of a first load on the wire, compressed, including headers. A page requests the
 * toasts last, once it is interactive: on a slow machine the network is idle before that, so this waits for their container.
 * Opens the address in a new page, which late requests of an earlier one can't reach.
 */
async function bytesOf(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const kinds = new Map<string, string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    // The page itself counts as well, since it contains its styles.
    if (kind === 'Script' || kind === 'Stylesheet' || kind === 'Document') bytes += encodedDataLength
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.locator('[data-toasts]').waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await page.close()
  return bytes
}

test('first loads stay small: 117 kB for the sign-in page, 123 kB for other signed-out pages, 190 kB for the shell', async ({
  product,
  page,
}) => {
  expect(await bytesOf(page.context(), `${product.url}/login`), '/login').toBeLessThanOrEqual(117_000)
  for (const address of ['/register', '/forgot-password', '/plans'])
    expect(await bytesOf(page.context(), product.url + address), address).toBeLessThanOrEqual(123_000)
  await signInNew(page, product.url, `small-${Date.now()}@example.com`)
  expect(await bytesOf(page.context(), product.url), 'the shell').toBeLessThanOrEqual(190_000)
})

test('what is asked for before the app is there is all used', async ({ product, page }) => {
  await signInNew(page, product.url, `early-${Date.now()}@example.com`)
  for (const address of ['/', '/services', '/setup']) {
    await page.goto(product.url + address, { waitUntil: 'networkidle' })
    expect(
      await page.evaluate(() => [...((window as { earlyAnswers?: Map<string, unknown> }).earlyAnswers?.keys() ?? ['nothing was asked'])]),
      address,
    ).toEqual([])
  }
})

test('a visitor without a session is led to /login and asks for no data: only what a cookie may still open is ended', async ({
  product,
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => (request.url().includes('/rpc/') ? asked.push(request.url()) : undefined))
  await page.goto(product.url)
  await page.waitForURL('**/login')
  await expect.poll(() => asked.map((url) => new URL(url).pathname)).toEqual(['/rpc/accounts/signOut'])
  await page.waitForLoadState('networkidle')
  expect(asked).toHaveLength(1)
})

test('the frame stands before the app does, for anyone who is signed in, and the app takes its place', async ({
  product,
  page,
  browser,
}) => {
  await signInNew(page, product.url, `frame-${Date.now()}@example.com`)
  const visitor = await browser.newPage()
  const frame = '#root > [inert]'
  for (const [who, isSignedIn] of [
    [page, true],
    [visitor, false],
  ] as const) {
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    await who.route('**/assets/base-*.js', async (route) => {
      await arrived
      await route.continue()
    })
    const asked = who.waitForResponse('**/assets/early-*.js')
    await who.goto(product.url, { waitUntil: 'commit' })
    await (await asked).finished()
    await expect(who.locator(frame)).toBeVisible({ visible: isSignedIn })
    if (isSignedIn) await expect(who.locator(frame)).toContainText('TouchlineHomeServicesSalesStaffFinanceChallengesRankingsSetup')
    arrive()
    await expect(who.locator(frame)).toHaveCount(0)
  }
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(8)
  await visitor.close()
})

/** Lets the app arrive only once the returned function is called. */
async function delayApp(page: Page): Promise<() => Promise<void>> {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/assets/base-*.js', async (route) => {
    await arrived
    await route.continue()
  })
  return async () => {
    arrive()
    await expect(page.locator('#root > [inert]')).toHaveCount(0)
    await page.unroute('**/assets/base-*.js')
  }
}

/** Where the texts, cells and controls of the frame and the screen are. */
const placesOf = (page: Page): Promise<string[]> =>
  page.locator('main h1, main h2, main dl, main td, main th, main input, main button, header > *, aside li').evaluateAll((all) =>
    all.flatMap((one) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      // What a view counts arrives later, in the room that is left for it.
      const text = (one.querySelector('[data-count]') ? one.firstElementChild : one)?.textContent ?? ''
      // Node and browsers differ in the spaces around the dash of a range of days, and in whether they write PM or pm.
      const hasTimes = /\d\s[ap]m/i.test(one.closest('table')?.textContent ?? '')
      const size = hasTimes ? [y, height] : [x, y, ...(text.includes('–') && one.tagName === 'H2' ? [height] : [width, height])]
      const said = text.replaceAll(/\s*–\s*/g, '–').slice(0, 20)
      return one.checkVisibility() ? [[one.tagName, hasTimes ? said.toLowerCase() : said, ...size.map(Math.round)].join(' ')] : []
    }),
  )

/** Each drawn screen by its address, with what is in it before the app is there. */
const drawnScreens = {
  '/': 'Juniors A',
  '/services?tab=batches': 'Juniors A',
  '/services?tab=halls': 'North pitch',
  '/services?tab=calendar': 'Juniors A',
  '/sales': 'Juniors A',
  '/sales?tab=customers': 'Amal Karam',
  '/sales?tab=customers&lifecycle=active': 'Amal Karam',
  '/staff': 'Mariam Haddad',
  '/finance': '50.00',
  '/challenges?status=Internal+Only': 'October sweat',
  '/rankings': '18',
  '/notifications': 'Al Noor Sports',
}

/** The same for pages of one record, whose id follows. */
const drawnRecords = {
  '/sales/customer?id=': ['customer', 'Asthma'],
  '/services/batch?id=': ['batch', 'North pitch'],
  '/services/session?id=': ['session', 'Amal Karam'],
  '/sales/sale?id=': ['sale', 'A football'],
  '/sales/quote?id=': ['quote', 'Ten afternoons'],
  '/staff/trainer?id=': ['trainer', 'Mariam Haddad'],
  // The board is followed from then on, so that the network is never idle.
  '/challenges/challenge?tab=facts&id=': ['challenge', 'October sweat'],
} as const

/** The call of a screen that may come too late, and whose place is filled without a sign of loading, by the screen's path. */
const lateCalls: Record<string, string> = {
  '/': '"home","revenue"',
  '/services/batch': '"finance","profit"',
  '/staff': '"finance","profit"',
  '/staff/trainer': '"finance","profit"',
}

for (const [width, theme, language] of inTurn([
  [1280, 'dark', 'en'],
  [800, 'light', 'en'],
  [390, 'light', 'ar'],
] as const))
  test(`screens stand with their rows before the app does, which changes nothing and asks for nothing: ${width} px, ${theme}, ${language}`, async ({
    product,
    page,
  }) => {
    const owner = await filledOwner(product.url)
    await enter(page.context(), product.url, owner.cookie, theme, language)
    const { body } = await owner.rpc('accounts.session')
    const userId = String(body['userId'])
    const lists = withDensity(withColumns('', userId, 'customers.list', { tags: true, status: false }), userId, true)
    await page.context().addCookies([
      { name: widthCookie, value: String(width), url: product.url },
      // In the widest window the member has low rows, and other columns than the list's own.
      ...(width === 1280 ? [{ name: listLooksCookie, value: lists, url: product.url }] : []),
    ])
    await page.setViewportSize({ width, height: 800 })
    const asked: string[] = []
    const faults: string[] = []
    // Views are counted once the rows are there.
    page.on('request', (request) => (/\/rpc\/(?!views\/counts)/.test(request.url()) ? asked.push(request.url()) : undefined))
    page.on('console', (message) => (['error', 'warning'].includes(message.type()) ? faults.push(message.text()) : undefined))
    page.on('pageerror', (error) => faults.push(error.message))
    await page.addInitScript(() => {
      const seen = window as unknown as { shift: number }
      seen.shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    // Web fonts arrive after the app has rendered, and differ in width by one to five pixels.
    await page.route('**/assets/fonts-*.css', (route) => route.fulfill({ contentType: 'text/css', body: '' }))
    const records = Object.entries(drawnRecords).map(([address, [of, text]]) => [address + owner.ids[of], text] as const)
    const visit = async (address: string, text: string) => {
      const picture = page.locator('#root > [inert]')
      const arrive = await delayApp(page)
      asked.length = 0
      await page.goto(product.url + address, { waitUntil: 'commit' })
      await expect(picture.locator('main')).toContainText(text)
      await expect(picture.locator('[role="status"][aria-label]')).toHaveCount(0)
      expect(await page.locator(`#${firstAnswersId}`).textContent()).toContain(lateCalls[address.split('?')[0] ?? ''] ?? '')
      const drawn = await placesOf(page)
      await arrive()
      await page.waitForLoadState('networkidle')
      expect(await placesOf(page), address).toEqual(drawn)
      expect(asked, address).toEqual([])
      expect(await page.evaluate(() => (window as unknown as { shift: number }).shift), address).toBeLessThanOrEqual(0.02)
    }
    for (const [address, text] of [...Object.entries(drawnScreens), ...records]) await visit(address, text)
    expect(faults).toEqual([])
  })

test('Home stands with the day in it before the app does, as the app then draws it, and asks for nothing', async ({ product, page }) => {
  await signInNew(page, product.url, `drawn-${Date.now()}@example.com`)
  const asked: string[] = []
  page.on('request', (request) => (request.url().includes('/rpc/') ? asked.push(request.url()) : undefined))
  const picture = page.locator('#root > [inert]')
  // Web fonts arrive after the app has rendered, and differ in width by one to five pixels.
  await page.route('**/assets/fonts-*.css', (route) => route.abort())
  for (const width of [1280, 900, 320]) {
    const arrive = await delayApp(page)
    await page.setViewportSize({ width, height: 800 })
    asked.length = 0
    await page.goto(product.url, { waitUntil: 'commit' })
    await expect(picture).toContainText('Setup0%')
    await expect(picture.getByText('No sessions today').filter({ visible: true })).toHaveCount(1)
    const places = () =>
      page.locator('main h1, main h2, main dl, header > *, aside li').evaluateAll((all) =>
        all.map((one) => {
          const { x, y, width: inline, height } = one.getBoundingClientRect()
          return [one.tagName, ...[x, y, inline, height].map(Math.round)].join(' ')
        }),
      )
    const drawn = await places()
    await arrive()
    expect(await places(), `at ${width} px`).toEqual(drawn)
    expect(asked, `at ${width} px`).toEqual([])
  }
})

test('a screen that does not arrive says so and can be tried again', async ({ product, page }) => {
  await signInNew(page, product.url, `lost-${Date.now()}@example.com`)
  await page.route('**/assets/rankings*.js', (route) => route.abort())
  await page.getByRole('navigation').first().getByRole('link', { name: 'Rankings' }).click()
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await page.unroute('**/assets/rankings*.js')
  await again.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Rankings/i)
})

test('a screen that takes longer than 120 seconds is given up, with a way to try again', async ({ product, page }) => {
  await page.clock.install()
  await signInNew(page, product.url, `slow-${Date.now()}@example.com`)
  await page.route('**/assets/finance*.js', () => undefined)
  // Otherwise the page's clock also runs by itself, as long as these steps take.
  await page.clock.pauseAt(Date.now() + 600_000)
  await page.getByRole('navigation').first().getByRole('link', { name: 'Finance' }).click()
  await page.clock.runFor(119_000)
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await page.clock.runFor(2000)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})
