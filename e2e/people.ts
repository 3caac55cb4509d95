import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'

/** A password that no list of common ones holds. */
export const password = 'touch-line-Court-at-9'

/** A picture of the given size as a file for an upload field. */
export async function picture(
  width: number,
  height: number,
  name = 'picture.png',
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const lines = `<svg width="${width}" height="${height}" xmlns="http://www.w3.org/2000/svg"><rect width="100%" height="100%" fill="#065539"/><circle cx="50%" cy="50%" r="${Math.min(width, height) / 4}" fill="none" stroke="#f1f5ed" stroke-width="8"/><path d="M${width / 2} 0V${height}" stroke="#f1f5ed" stroke-width="8"/></svg>`
  return { name, mimeType: 'image/png', buffer: await sharp(Buffer.from(lines)).png().toBuffer() }
}

/** Registers in the browser and signs in; ends on Home. */
export async function registerAndSignIn(page: Page, url: string, email: string, country = 'United Arab Emirates'): Promise<void> {
  await page.goto(`${url}/register`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Country').selectOption({ label: country })
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByLabel('I accept the terms and conditions').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/login')
  await signIn(page, url, email)
}

/** Signs in on /login; ends on Home. */
export async function signIn(page: Page, url: string, email: string, secret = password): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((address) => address.pathname === '/')
  await expect(page.getByRole('navigation').first()).toBeVisible()
}
