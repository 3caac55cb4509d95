import type { Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { password, picture, registerAndSignIn, signIn, signOut } from './people.ts'

// With all that moves, as most people see it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

async function percentIs(page: Page, percent: number): Promise<void> {
  await expect(page.getByRole('navigation').getByRole('link', { name: /Setup/ })).toContainText(`${percent}%`)
}

async function fillProfile(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/setup`)
  await page.getByLabel('Logo').setInputFiles(await picture(400, 400, 'logo.png'))
  await page.getByLabel('Vendor name').fill(name)
  await page.getByLabel('Username').fill(`club ${Date.now()}`)
  await page.getByLabel('Street address').fill('12 Corniche Road')
  await page.getByLabel('Postcode').fill('00000')
  await page.getByLabel('Starting time').fill('08:00')
  await page.getByLabel('Ending time').fill('23:00')
  for (const day of ['Sunday', 'Tuesday', 'Thursday']) await page.getByLabel(day, { exact: true }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await percentIs(page, 20)
}

async function typeAndTake(page: Page, label: string, typed: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).focus()
  await page.keyboard.type(typed)
  await page.keyboard.press('Enter')
}

test('an owner sets up a business to 100 % and finds everything after a kill and on another computer', async ({
  product,
  browser,
  page,
}) => {
  const email = `owner-${Date.now()}@example.com`
  await registerAndSignIn(page, product.url, email)
  await percentIs(page, 0)
  await fillProfile(page, product.url, 'Al Noor Sports')

  await page.goto(`${product.url}/services/add`)
  await page.getByLabel('Service', { exact: true }).selectOption({ label: 'Football' })
  await page.getByLabel('Cover').setInputFiles(await picture(800, 500, 'cover.png'))
  await page.getByLabel('Description', { exact: true }).fill('Football for girls and boys from six years on.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await percentIs(page, 40)

  await page.goto(`${product.url}/services/add?kind=hall`)
  await page.getByLabel('Title').fill('North pitch')
  await page.getByLabel('Size').fill('1200')
  await page.getByLabel('Candidates').fill('24')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await percentIs(page, 60)

  await page.goto(`${product.url}/staff/add`)
  await typeAndTake(page, 'Services', 'Foot')
  await page.getByLabel('Avatar').setInputFiles(await picture(400, 400, 'avatar.png'))
  await page.getByLabel('First name').fill('Mariam')
  await page.getByLabel('Last name').fill('Haddad')
  await page.getByLabel('Cost').fill('120')
  await page.getByLabel('Starting time').fill('09:00')
  await page.getByLabel('Ending time').fill('21:00')
  await page.getByLabel('Sunday', { exact: true }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await percentIs(page, 80)

  await page.goto(`${product.url}/services/add?kind=batch`)
  await page.getByLabel('Service', { exact: true }).selectOption({ label: 'Football' })
  await page.getByLabel('Batch name').fill('Juniors A')
  await page.getByLabel('Code').fill('JUN-A')
  await page.getByLabel('Price', { exact: true }).fill('350')
  await page.getByLabel('Starting time').fill('17:00')
  await page.getByLabel('Ending time').fill('18:30')
  await page.getByLabel('Candidates').fill('18')
  await page.getByLabel('Sunday', { exact: true }).check()
  await page.getByLabel('Trainer', { exact: true }).selectOption({ label: 'Mariam Haddad' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await percentIs(page, 100)

  await product.kill()
  await product.start()
  await page.reload()
  await percentIs(page, 100)
  await page.goto(`${product.url}/services?tab=batches`)
  await expect(page.getByRole('link', { name: 'Juniors A' })).toBeVisible()

  const elsewhere = await (await browser.newContext()).newPage()
  await signIn(elsewhere, product.url, email)
  await percentIs(elsewhere, 100)
  await elsewhere.goto(`${product.url}/staff`)
  await expect(elsewhere.getByText('Mariam Haddad')).toBeVisible()
  await elsewhere.context().close()

  await signOut(page)
  await page.goto(`${product.url}/services`)
  await page.waitForURL('**/login**')
})

test('an owner who forgot the password gets a mailed code and chooses a new one', async ({ product, page }) => {
  const email = `forgetful-${Date.now()}@example.com`
  await registerAndSignIn(page, product.url, email)
  await signOut(page)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('OTP sent successfully!')).toBeVisible()
  const code = await product.inbox.codeFor(email)
  await page.getByLabel('One-time code').fill(code === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Verify code' }).click()
  await expect(page.getByText('OTP Verification Failed. Please try again.')).toBeVisible()
  await page.getByLabel('One-time code').fill(code)
  await page.getByRole('button', { name: 'Verify code' }).click()
  await expect(page.getByText('OTP Verified Successfully!')).toBeVisible()
  const chosen = `${password}-anew`
  await page.getByLabel('New password').fill(chosen)
  await page.getByLabel('Confirm password').fill(chosen)
  await page.getByLabel('Also turn off API keys, webhooks and calendar feeds').check()
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('Password reset successfully!')).toBeVisible()
  await page.waitForURL('**/login')
  await signIn(page, product.url, email, chosen)
})
