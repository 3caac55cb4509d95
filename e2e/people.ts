import { expect, type BrowserContext, type Page } from '@playwright/test'
import sharp from 'sharp'
import { memberCookie } from '#lib/first-answers.ts'
import type { HttpClient } from '../test/browser-session.ts'
import type { Product } from './product.ts'

/** A password that is on no list of common passwords. */
export const password = 'touch-line-Court-at-9'

/** Verifies an owner's email address with the code that is mailed to it. */
export async function proveEmail({ rpc, email }: HttpClient & { email: string }, { inbox }: Product): Promise<void> {
  await rpc('accounts.sendEmailCode')
  const { body } = await rpc('accounts.verifyEmail', { otp: await inbox.codeFor(email) })
  expect(body).toEqual({ success: true })
}

/** A picture of the given size, as a file for an upload field. */
export async function picture(
  width: number,
  height: number,
  name = 'picture.png',
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const stripe = {
    input: { create: { width, height: Math.max(Math.floor(height / 8), 1), channels: 3 as const, background: '#f1f5ed' } },
    top: Math.floor(height / 2),
    left: 0,
  }
  const ground = sharp({ create: { width, height, channels: 3, background: '#065539' } })
  return { name, mimeType: 'image/png', buffer: await ground.composite([stripe]).png().toBuffer() }
}

/** Registers in the browser and signs in; ends at Home. */
export async function registerAndSignIn(page: Page, url: string, email: string, country = 'United Arab Emirates'): Promise<void> {
  await page.goto(`${url}/register`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Country').selectOption({ label: country })
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByLabel('I accept the terms and conditions').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/login')
  // The address is there already, and the password is next.
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((address) => address.pathname === '/')
  await expect(page.getByRole('navigation').first()).toBeVisible()
}

/** Registers an owner over the API, for journeys that are not about registering. */
export async function registerNew(page: Page, url: string, email: string): Promise<void> {
  const input = { email, country: 'AE', password, confirmPassword: password, acceptTerms: true }
  const answer = await page.request.post(`${url}/rpc/accounts/register`, { data: { json: input }, headers: { origin: url } })
  expect(answer.status(), await answer.text()).toBeLessThan(300)
}

/** Registers a new owner over the API and signs in; ends at Home. */
export async function signInNew(page: Page, url: string, email: string): Promise<void> {
  await registerNew(page, url, email)
  await signIn(page, url, email)
}

/** Opens /login and signs in there; ends at Home. */
export async function signIn(page: Page, url: string, email: string, secret = password): Promise<void> {
  await page.goto(`${url}/login`)
  await fillSignIn(page, email, secret)
}

/** Signs in on an open /login page; ends at Home. */
export async function fillSignIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((address) => address.pathname === '/')
  await expect(page.getByRole('navigation').first()).toBeVisible()
}

/** Signs a browser in with a session that was created over the API. */
export async function enter(context: BrowserContext, url: string, cookie: string, theme = 'dark', language = 'en'): Promise<void> {
  await context.addCookies([
    {
      name: '__Host-session',
      // The header also contains a cookie that identifies the browser, which is a different one here.
      value: /__Host-session=([^;]+)/.exec(cookie)?.[1] ?? '',
      domain: '127.0.0.1',
      path: '/',
      secure: true,
      httpOnly: true,
      sameSite: 'Strict',
    },
    { name: 'theme', value: theme, url },
    { name: 'lang', value: language, url },
  ])
  const session = await context.request.post(`${url}/rpc/accounts/session`, { data: {}, headers: { origin: url } })
  const { userId, role, ownRole } = ((await session.json()) as { json: Record<'userId' | 'role' | 'ownRole', string> }).json
  await context.addCookies([{ name: memberCookie, value: userId, url }])
  const root = {
    state: {
      auth: {
        token: 'signed-in',
        userId,
        roles: role,
        ownRole,
        authData: { id: userId, email: 'owner@example.com', status: 'active' },
        loginTime: Date.now(),
        expiresAt: null,
      },
    },
    version: 0,
  }
  await context.addInitScript((value) => localStorage.getItem('root') ?? localStorage.setItem('root', value), JSON.stringify(root))
}

/** Signs out through the account menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
}
