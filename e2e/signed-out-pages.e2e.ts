import type { BrowserContext, Page, Route } from '@playwright/test'
import { inTurn } from '../test/turns.ts'
import { expectAccessible } from './axe.ts'
import { password, signInNew, signIn } from './people.ts'
import { expect, test } from './product.ts'

const addresses = ['/login', '/register', '/forgot-password', '/plans', '/terms', '/privacy']

async function prefer(context: BrowserContext, url: string, theme: string, language: string): Promise<void> {
  await context.addCookies([
    { name: 'theme', value: theme, url },
    { name: 'lang', value: language, url },
  ])
}

/** Blocks every script until the returned function releases them. */
async function blockScripts(page: Page): Promise<() => Promise<void>> {
  const blocked: Route[] = []
  let isOpen = false
  await page.route('**/assets/*.js', (route) => {
    if (isOpen) return route.continue()
    blocked.push(route)
    return undefined
  })
  return async () => {
    isOpen = true
    await Promise.all(blocked.map((route) => route.continue()))
  }
}

const alive = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.querySelector('#root > *') ?? {}).some((key) => key.startsWith('__react')))

for (const [theme, language] of inTurn([
  ['dark', 'en'],
  ['light', 'ar'],
  ['dark', 'ar'],
  ['light', 'en'],
] as const)) {
  test(`signed-out pages are clean for axe and fit 320 px: ${theme}, ${language}`, async ({ product, page, context }) => {
    await prefer(context, product.url, theme, language)
    const requested = new Set<string>()
    const complaints: string[] = []
    page.on('request', (request) => requested.add(new URL(request.url()).origin))
    page.on('console', (message) =>
      message.type() === 'error' || message.type() === 'warning' ? complaints.push(message.text()) : undefined,
    )
    page.on('pageerror', (error) => complaints.push(error.message))
    for (const address of addresses) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(product.url + address)
      await alive(page)
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
      await expectAccessible(page, address)
      await page.setViewportSize({ width: 320, height: 700 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${address} scrolls sideways`).toBeLessThanOrEqual(320)
    }
    expect(complaints).toEqual([])
    expect([...requested].filter((origin) => origin !== product.url)).toEqual([])
  })
}

test('what was typed before the page came alive stays, and Enter loses nothing', async ({ product, page }) => {
  const release = await blockScripts(page)
  await page.goto(`${product.url}/register`, { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('early@example.com')
  await page.getByLabel('Country').selectOption({ label: 'Kuwait' })
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('I accept the terms and conditions').check()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Create account' }).click()
  await release()
  await alive(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('alert')).toContainText('Confirm Password is required')
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(1)
  await expect(page.getByLabel('Email')).toHaveValue('early@example.com')
  await expect(page.getByLabel('Country')).toHaveValue('KW')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
  await expect(page.getByLabel('I accept the terms and conditions')).toBeChecked()
  expect(page.url()).toBe(`${product.url}/register`)
})

test('the sign-up form says each rule at its field and in the summary, and keeps the values', async ({ product, page }) => {
  await page.goto(`${product.url}/register`)
  await alive(page)
  await page.getByLabel('Email').focus()
  await page.getByLabel('Email').blur()
  await expect(page.getByText('Email is required')).toHaveCount(0)
  await page.getByRole('button', { name: 'Create account' }).click()
  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary).toContainText('There is a problem')
  for (const message of [
    'Email is required',
    'Please select your country',
    'Password is required',
    'Confirm Password is required',
    'You must accept the terms and conditions',
  ])
    await expect(summary.getByRole('link', { name: message, exact: true })).toBeVisible()
  await summary.getByRole('link', { name: 'Please select your country' }).click()
  await expect(page.getByLabel('Country')).toBeFocused()
  await expect(page.locator('[data-invalid="true"]')).toContainText('I accept the terms and conditions')
  await page.getByLabel('Email').fill('not an address')
  await page.getByLabel('Password', { exact: true }).fill('seven77')
  await page.getByLabel('Confirm password').fill('another')
  await expect(page.locator('#register-email-error')).toHaveText('Invalid email address')
  await expect(page.locator('#register-password-error')).toHaveText('Password must be at least 8 characters')
  await expect(page.locator('#register-confirmPassword-error')).toHaveText('Passwords must match')
  await expect(page.getByPlaceholder('Must be 8 digits long')).toHaveValue('seven77')
  await expect(page.getByText('At least 8 characters', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show characters' }).first().click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
})

test('a taken e-mail, a welcome, and sign-in’s refusals to the letter', async ({ product, page }) => {
  const email = `twice-${Date.now()}@example.com`
  const fill = async () => {
    await page.goto(`${product.url}/register`)
    await alive(page)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Country').selectOption('AE')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByLabel('I accept the terms and conditions').check()
    await page.getByRole('button', { name: 'Create account' }).click()
  }
  await fill()
  await page.waitForURL('**/login')
  await expect(page.getByText('Registration Successful. Welcome! Your account has been created.')).toBeVisible()
  await fill()
  await expect(page.getByText('Registration Failed: Email already in use')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)

  await page.goto(`${product.url}/login`)
  await alive(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('Email is required')
  await expect(page.getByRole('alert')).toContainText('Password is required')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await expect(page.locator('#login-password-error')).toHaveText('Password must be at least 6 characters')
  await page.getByLabel('Password', { exact: true }).fill('wrong-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Invalid credential').first()).toBeVisible()

  await page.route('**/rpc/accounts/signIn', (route) => route.fulfill({ status: 401, contentType: 'application/json', body: '{}' }))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Invalid username or password.')).toBeVisible()
  await page.unroute('**/rpc/accounts/signIn')
  await page.route('**/rpc/accounts/signIn', (route) => route.abort())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('The server cannot be reached at the moment. Please try again.').first()).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('wrong-password')
})

test('the steps of a forgotten password open one after the other and say what failed', async ({ product, page }) => {
  await page.goto(`${product.url}/forgot-password`)
  await alive(page)
  const code = page.getByLabel('One-time code')
  const verify = page.getByRole('button', { name: 'Verify code' })
  await expect(code).toBeDisabled()
  await expect(verify).toBeDisabled()
  await expect(page.getByText('Available once the code is sent.')).toBeVisible()
  await expect(page.getByLabel('New password')).toBeDisabled()
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('alert')).toContainText('Email is required')
  await page.getByLabel('Email').fill('nobody@')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.locator('#forgot-email-error')).toHaveText('Invalid email')
  await page.getByLabel('Email').fill(`nobody-${Date.now()}@example.com`)
  await page.route('**/rpc/accounts/sendOtp', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Failed to send OTP. Please try again.')).toBeVisible()
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('OTP sent successfully!')).toBeVisible()
  await expect(code).toBeFocused()
  await verify.click()
  await expect(page.locator('#verify-otp-error')).toHaveText('OTP is required')
  await code.fill('12345')
  await expect(page.locator('#verify-otp-error')).toHaveText('OTP must be 6 digits')
  await code.fill('123456')
  await page.route('**/rpc/accounts/verifyOtp', (route) => route.abort(), { times: 1 })
  await verify.click()
  await expect(page.getByText('An error occurred while verifying OTP.')).toBeVisible()
  await verify.click()
  await expect(page.getByText('OTP Verification Failed. Please try again.')).toBeVisible()
  await expect(page.locator('#verify-otp-error')).toHaveText('Invalid code')
  const email = await page.getByLabel('Email').inputValue()
  await page.getByLabel('Email').fill('')
  await verify.click()
  await expect(page.getByText('Email is required to verify OTP.')).toBeVisible()
  await page.getByLabel('Email').fill(email)

  await page.route('**/rpc/accounts/verifyOtp', (route) =>
    route.fulfill({ contentType: 'application/json', body: '{"json":{"success":true}}' }),
  )
  await verify.click()
  await expect(page.getByText('OTP Verified Successfully!')).toBeVisible()
  await expect(page.getByLabel('New password')).toBeFocused()
  await expect(verify).toBeDisabled()
  const reset = page.getByRole('button', { name: 'Reset password' })
  await reset.click()
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toContainText('Confirm password is required')
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await reset.click()
  await expect(page.getByText('Failed to reset password.')).toBeVisible()
  await page.getByLabel('Email').fill('')
  await reset.click()
  await expect(page.getByText('Email is required to reset the password.')).toBeVisible()
})

test('plans show the spec’s prices, and a change says first what it does', async ({ product, page }) => {
  await page.goto(`${product.url}/plans`)
  await alive(page)
  const prices = () =>
    page
      .getByRole('region')
      .evaluateAll((lanes) => lanes.map((lane) => (lane.querySelector('p') as HTMLElement).innerText.replaceAll(/\s+/g, ' ')))
  expect(await prices()).toEqual(['Free', '$400 / year', '$700 / year'])
  await page.getByLabel('Monthly').check()
  expect(await prices()).toEqual(['Free', '$33.33 a month billed yearly', '$58.33 a month billed yearly'])
  for (const [lane, accounts] of [
    ['Starter', '1 user account'],
    ['Pro', '3 user accounts'],
    ['Elite', '5 user accounts'],
  ] as const)
    await expect(page.getByRole('region', { name: lane }).getByText(accounts, { exact: true })).toBeVisible()
  await expect(page.getByText('Your trial has been expired')).toHaveCount(0)
  await page.getByRole('region', { name: 'Pro' }).getByRole('link', { name: 'Change' }).click()
  await page.waitForURL('**/login?next=/plans')

  await signInNew(page, product.url, `planner-${Date.now()}@example.com`)
  await page.goto(`${product.url}/plans`)
  await page.getByRole('region', { name: 'Starter' }).getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change to Starter?' })
  await expect(dialog).toContainText('Starter has 1 user account.')
  await expect(dialog).toContainText('No account will be paused.')
  await expect(dialog.getByRole('button', { name: 'Keep my plan' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Your plan', { exact: true })).toHaveCount(0)
  await page.getByRole('region', { name: 'Elite' }).getByRole('button', { name: 'Change' }).click()
  await page.getByRole('button', { name: 'Change to Elite' }).click()
  await expect(page.getByRole('region', { name: 'Elite' })).toContainText('Your plan')
  await expect(page.getByRole('heading', { name: 'Elite' })).toBeFocused()
})

test('the banner of an ended trial stands on /plans only then', async ({ product, page }) => {
  await signInNew(page, product.url, `late-${Date.now()}@example.com`)
  await page.goto(`${product.url}/plans`)
  await expect(page.getByText('30 days left')).toBeVisible()
  await expect(page.getByText('Your trial has been expired')).toHaveCount(0)
  await page.route('**/rpc/plans/current', async (route) => {
    const answer = await route.fetch()
    const { json } = (await answer.json()) as { json: Record<string, unknown> }
    await route.fulfill({ response: answer, json: { json: { ...json, daysLeft: 0, isExpired: true } } })
  })
  await page.reload()
  await expect(page.getByText('Your trial has been expired')).toBeVisible()
})

test('a sign-in leads back to the asked page, and never to another site', async ({ product, page }) => {
  const email = `next-${Date.now()}@example.com`
  await signInNew(page, product.url, email)
  for (const [next, path] of [
    ['/services?tab=halls', '/services'],
    ['//evil.example/', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example', '/'],
  ] as const) {
    await page.goto('about:blank')
    await page.context().clearCookies()
    await page.goto(`${product.url}/login?next=${encodeURIComponent(next)}`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL((address) => address.pathname === path && address.origin === product.url)
  }
  await page.goto(`${product.url}/plans`)
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${product.url}/rankings`)
  await page.waitForURL('**/login?next=%2Frankings')
  await signIn(page, product.url, email)
})
