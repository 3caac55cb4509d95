import { Secret, TOTP } from 'otpauth'
import type { Page } from '@playwright/test'
import { fillSignIn, password, registerNew, signInNew, signOut } from './people.ts'
import { expect, test } from './product.ts'

/** Makes a call from inside the page, with the session of its browser. */
async function call<T>(page: Page, name: string, input?: unknown): Promise<T> {
  return page.evaluate(
    async ([path, body]) => {
      const answer = await fetch(`/rpc/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ json: body }),
      })
      return ((await answer.json()) as { json: T }).json
    },
    [name.replace('.', '/'), input] as const,
  )
}

const storedRoot = (page: Page) => page.evaluate(() => localStorage.getItem('root'))

test('after 24 hours the visible sign-out comes by itself and leads back', async ({ product, page }) => {
  const email = `day-${Date.now()}@example.com`
  await page.clock.install()
  await signInNew(page, product.url, email)
  await page.goto(`${product.url}/services?tab=halls`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.clock.fastForward(86_400_000 - 60_000)
  await page.waitForTimeout(300)
  expect(new URL(page.url()).pathname).toBe('/services')
  await page.clock.fastForward(61_000)
  await page.waitForURL('**/login?next=%2Fservices%3Ftab%3Dhalls')
  expect(await storedRoot(page)).toBeNull()
})

test('a device whose clock is wrong by days stays signed in', async ({ product, page }) => {
  await page.clock.install({ time: Date.now() + 3 * 86_400_000 })
  await signInNew(page, product.url, `future-${Date.now()}@example.com`)
  await page.goto(`${product.url}/setup`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/setup')
})

test('a missing login time signs out, clears the browser and shows /login', async ({ product, page }) => {
  await signInNew(page, product.url, `timeless-${Date.now()}@example.com`)
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('root') ?? '{}') as { state: { auth: { loginTime: number | null } } }
    stored.state.auth.loginTime = null
    localStorage.setItem('root', JSON.stringify(stored))
  })
  await page.goto(`${product.url}/staff`)
  await page.waitForURL('**/login?next=%2Fstaff')
  expect(await storedRoot(page)).toBeNull()
})

test('a spoiled storage leads to /login instead of an empty page', async ({ product, page }) => {
  await signInNew(page, product.url, `spoiled-${Date.now()}@example.com`)
  for (const text of ['{"state":', '7', '{"state":{"auth":null},"version":0}']) {
    await page.goto(`${product.url}/plans`)
    await page.evaluate((spoiled) => localStorage.setItem('root', spoiled), text)
    await page.goto(product.url)
    await page.waitForURL('**/login')
  }
})

test('a country that someone wrote into the storage leaves the pages readable', async ({ product, page }) => {
  await signInNew(page, product.url, `abroad-${Date.now()}@example.com`)
  for (const code of ['!!', 7]) {
    await page.evaluate((spoiled) => {
      const root = JSON.parse(localStorage.getItem('root') ?? '') as { state: { vender: { venderData: { code: unknown } } } }
      root.state.vender.venderData.code = spoiled
      localStorage.setItem('root', JSON.stringify(root))
    }, code)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Today')
  }
})

test('tabs follow: a sign-out ends all of them, another member’s sign-in leaves nothing of the first', async ({
  product,
  page,
  context,
}) => {
  const [first, second] = [`first-${Date.now()}@example.com`, `second-${Date.now()}@example.com`]
  await registerNew(page, product.url, second)
  // Opened while signed out: after the sign-in, /login redirects home.
  await page.goto(`${product.url}/login`)
  const other = await context.newPage()
  await signInNew(other, product.url, first)
  await other.goto(`${product.url}/setup`)
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await fillSignIn(page, second)
  await other.getByRole('navigation').first().waitFor()
  await expect(async () => expect(await call<{ email: string }>(other, 'accounts.session')).toMatchObject({ email: second })).toPass()
  await expect(async () =>
    expect(await other.evaluate(() => document.documentElement.outerHTML + JSON.stringify(localStorage))).not.toContain(first),
  ).toPass()
  await other.getByRole('navigation').first().waitFor()

  await signOut(page)
  await other.waitForURL('**/login')
  // The page may still be on its way to /login.
  await expect.poll(() => storedRoot(other).catch(() => 'on its way')).toBeNull()
  await page.goBack()
  await page.waitForURL('**/login**')
  expect(await page.content()).not.toContain(second)
})

test('a sign-out that the server can’t hear is carried out when it can, and says so until then', async ({ product, page }) => {
  const email = `away-${Date.now()}@example.com`
  await signInNew(page, product.url, email)
  await page.route('**/rpc/accounts/signOut', (route) => route.abort())
  await signOut(page)
  const note = page.getByText('You’re signed out on this device. We’ll confirm it with the server once it can be reached.')
  await expect(note).toBeVisible()
  expect(await storedRoot(page)).toBeNull()
  expect(await call<{ email: string }>(page, 'accounts.session')).toMatchObject({ email })
  await page.unroute('**/rpc/accounts/signOut')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(note).toHaveCount(0)
  expect(await call(page, 'accounts.session')).toMatchObject({ code: 'auth/session-expired' })
})

test('a second factor is asked for at sign-in, and before a plan changes', async ({ product, page }) => {
  const email = `factor-${Date.now()}@example.com`
  await signInNew(page, product.url, email)
  await call(page, 'accounts.sendEmailCode')
  expect(await call(page, 'accounts.verifyEmail', { otp: await product.inbox.codeFor(email) })).toEqual({ success: true })
  const { secret } = await call<{ secret: string }>(page, 'accounts.beginTotp')
  const code = (later = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({ timestamp: Date.now() + later * 30_000 })
  expect(await call<{ success: boolean }>(page, 'accounts.confirmTotp', { otp: code(-1) })).toMatchObject({ success: true })
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto(`${product.url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const field = page.getByLabel('Code from your authenticator app')
  await expect(field).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.locator('#login-totp-error')).toHaveText('OTP is required')
  await field.fill(code())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((address) => address.pathname === '/')

  await page.goto(`${product.url}/plans`)
  await page.route(
    '**/rpc/plans/change',
    (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/json',
        body: JSON.stringify({ json: { defined: true, code: 'auth/recent-sign-in-required', status: 403, message: 'x' } }),
      }),
    { times: 1 },
  )
  await page.getByRole('region', { name: 'Pro' }).getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change to Pro?' })
  await dialog.getByRole('button', { name: 'Change to Pro' }).click()
  const stepUp = page.getByRole('dialog', { name: 'Confirm your password' })
  const secretField = stepUp.getByLabel('Your password')
  await expect(secretField).toBeFocused()
  await secretField.fill('not the password')
  await stepUp.getByRole('button', { name: 'Continue' }).click()
  await expect(stepUp.getByRole('link', { name: 'Wrong password' })).toBeVisible()
  await secretField.fill(password)
  await stepUp.getByRole('button', { name: 'Continue' }).click()
  const codeField = stepUp.getByLabel('Code from your authenticator app')
  await expect(codeField).toBeFocused()
  await codeField.fill(code(1))
  await stepUp.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Pro' })).toContainText('Your plan')
  await expect(page.getByRole('heading', { name: 'Pro' })).toBeFocused()
})
