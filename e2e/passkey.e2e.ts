import type { CDPSession, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { password, signInNew, signOut } from './people.ts'
import { expect, test } from './product.ts'

/** A device that stores passkeys and recognises its holder; every request for a signature is confirmed at once. */
async function newDevice(page: Page): Promise<{ session: CDPSession; id: string }> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId: id } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { session, id }
}

/** Proves the address of the member that is signed in at a page. */
async function proveOwn(page: Page, url: string, codeOf: () => Promise<string>): Promise<void> {
  const headers = { origin: url }
  expect((await page.request.post(`${url}/rpc/accounts/sendEmailCode`, { data: {}, headers })).status()).toBe(200)
  const answer = await page.request.post(`${url}/rpc/accounts/verifyEmail`, { data: { json: { otp: await codeOf() } }, headers })
  expect(await answer.json()).toEqual({ json: { success: true } })
}

test('a member adds a passkey, signs in with it, renames it, and removes it', async ({ product, page }) => {
  // A passkey belongs to a domain: an IP address has none.
  const url = product.url.replace('127.0.0.1', 'localhost')
  const email = `passkey-${Date.now()}@example.com`
  const violations: string[] = []
  page.on('console', (message) => (/content security policy/i.test(message.text()) ? violations.push(message.text()) : undefined))
  const { session, id } = await newDevice(page)
  await signInNew(page, url, email)
  await proveOwn(page, url, () => product.inbox.codeFor(email))

  await page.goto(`${url}/setup`)
  // As for someone who signed in more than a quarter of an hour ago.
  await page.route(
    '**/rpc/accounts/beginPasskey',
    (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/json',
        body: JSON.stringify({ json: { defined: true, code: 'auth/recent-sign-in-required', status: 403, message: 'x' } }),
      }),
    { times: 1 },
  )
  const add = page.getByRole('button', { name: 'Add a passkey' })
  await add.click()
  const stepUp = page.getByRole('dialog', { name: 'Confirm your password' })
  await stepUp.getByLabel('Your password').fill(password)
  await stepUp.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Passkeys' }) })
  await expect(section.getByText('not used yet')).toBeVisible()
  expect((await session.send('WebAuthn.getCredentials', { authenticatorId: id })).credentials).toMatchObject([
    { rpId: 'localhost', isResidentCredential: true, userName: email },
  ])
  // The same device has one already.
  await add.click()
  await expect(page.getByText('This device or password manager already has a passkey for your account.')).toBeVisible()
  await expectAccessible(page, 'the security settings with a passkey')

  await signOut(page)
  const press = page.getByRole('button', { name: 'Use a passkey' })
  await expectAccessible(page, 'the sign-in page with passkeys')
  // Someone the device does not recognise stays on the page, and nothing is said.
  await session.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false })
  const offered = page.waitForResponse((answer) => answer.url().includes('/rpc/accounts/beginPasskeySignIn'))
  await press.click()
  await offered
  await expect(press).not.toHaveAttribute('aria-busy', 'true')
  expect(new URL(page.url()).pathname).toBe('/login')
  await session.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: true })
  await press.click()
  await page.waitForURL((address) => address.pathname === '/')
  await expect(page.getByRole('navigation').first()).toBeVisible()

  await page.goto(`${url}/setup`)
  await expect(section.getByText('last used')).toBeVisible()
  await section.getByRole('button', { name: /^Rename/ }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename passkey' })
  await renaming.getByLabel('Name').fill('Sara’s phone')
  await renaming.getByRole('button', { name: 'Rename' }).click()
  await expect(section.getByText('Sara’s phone')).toBeVisible()
  await section.getByRole('button', { name: 'Remove Sara’s phone' }).click()
  const removing = page.getByRole('dialog', { name: 'Remove “Sara’s phone”?' })
  await expectAccessible(page, 'the removal of a passkey')
  await removing.getByRole('button', { name: 'Remove passkey' }).click()
  await expect(page.getByText('Passkey removed')).toBeVisible()
  await expect(section.getByText('Sara’s phone')).toHaveCount(0)

  // The device still has it; the product refuses it in the words of a wrong password.
  await signOut(page)
  await press.click()
  await expect(page.getByText('Invalid credential')).toBeVisible()
  expect(violations).toEqual([])
})

test('the sign-in page offers no passkey where the browser can’t use one, and loads nothing for it before it is pressed', async ({
  product,
  page,
}) => {
  await page.goto(`${product.url}/login`, { waitUntil: 'networkidle' })
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
  const scripts: string[] = []
  page.on('request', (request) => (request.resourceType() === 'script' ? scripts.push(request.url()) : undefined))
  const url = product.url.replace('127.0.0.1', 'localhost')
  await page.goto(`${url}/login`, { waitUntil: 'networkidle' })
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  const before = scripts.filter((address) => address.includes('passkey'))
  expect(before).toEqual([])
  expect(scripts.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect.poll(() => scripts.filter((address) => address.includes('passkey'))).toHaveLength(1)
})
