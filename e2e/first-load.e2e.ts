import type { BrowserContext } from '@playwright/test'
import { signInNew } from './people.ts'
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

test('first loads stay small: 125 kB signed out, 200 kB for the shell', async ({ product, page }) => {
  for (const address of ['/login', '/register', '/forgot-password', '/plans'])
    expect(await bytesOf(page.context(), product.url + address), address).toBeLessThanOrEqual(125_000)
  await signInNew(page, product.url, `small-${Date.now()}@example.com`)
  expect(await bytesOf(page.context(), product.url), 'the shell').toBeLessThanOrEqual(200_000)
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

test('Home stands with the day in it before the app does, as the app then draws it, and asks for nothing', async ({ product, page }) => {
  await signInNew(page, product.url, `drawn-${Date.now()}@example.com`)
  const asked: string[] = []
  page.on('request', (request) => (request.url().includes('/rpc/') ? asked.push(request.url()) : undefined))
  const picture = page.locator('#root > [inert]')
  // Web fonts arrive after the app has rendered, and differ in width by one to five pixels.
  await page.route('**/assets/fonts-*.css', (route) => route.abort())
  for (const width of [1280, 900, 320]) {
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    await page.route('**/assets/base-*.js', async (route) => {
      await arrived
      await route.continue()
    })
    await page.setViewportSize({ width, height: 800 })
    // A machine that stalls for a moment gets the frame without the day.
    await expect(async () => {
      asked.length = 0
      await page.goto(product.url, { waitUntil: 'commit' })
      await expect(picture).toContainText('Setup0%', { timeout: 2000 })
    }).toPass()
    await expect(picture.getByText('No sessions today')).toHaveCount(2)
    await expect(picture.getByText('No sessions today').filter({ visible: true })).toHaveCount(1)
    const places = () =>
      page.locator('main h1, main h2, main dl, header > *, aside li').evaluateAll((all) =>
        all.map((one) => {
          const { x, y, width: inline, height } = one.getBoundingClientRect()
          return [one.tagName, ...[x, y, inline, height].map(Math.round)].join(' ')
        }),
      )
    const drawn = await places()
    arrive()
    await expect(picture).toHaveCount(0)
    expect(await places(), `at ${width} px`).toEqual(drawn)
    expect(asked, `at ${width} px`).toEqual([])
    await page.unroute('**/assets/base-*.js')
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
  await page.getByRole('navigation').first().getByRole('link', { name: 'Finance' }).click()
  await page.clock.runFor(119_000)
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await page.clock.runFor(2000)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})
