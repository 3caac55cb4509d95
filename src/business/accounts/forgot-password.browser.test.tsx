import { IntlProvider } from 'use-intl'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import publicTexts from '#app/public/text.en.json'
import lib from '#lib/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import { ForgotPasswordPage } from './forgot-password.page.tsx'
import accounts from './text.en.json'

afterEach(() => {
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', window.location.pathname + window.location.search)
})

const drawn = () =>
  render(
    <IntlProvider locale="en" messages={{ accounts, lib, lists, ui, public: publicTexts }} timeZone="UTC">
      <ForgotPasswordPage />
    </IntlProvider>,
  )

/** Renders the page as the link in a mail opens it. @returns it and the tokens that it sends */
async function opened(token: string, answer: object) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    expect(request.url).toMatch(/\/accounts\/verifyLink$/)
    sent.push(await request.json())
    return Response.json({ json: answer })
  })
  window.history.replaceState(null, '', `#${token}`)
  return { page: await drawn(), sent }
}

test('what a second code was refused for stands no more once the first one is verified', async () => {
  const refused = { defined: true, code: 'auth/too-many-requests', status: 429, message: 'Too many requests', data: { retryAfter: 900 } }
  let codes = 0
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.url.endsWith('/sendOtp'))
      return (codes += 1) === 1 ? Response.json({ json: {} }) : Response.json({ json: refused }, { status: 429 })
    return Response.json({ json: { success: true, code: null } })
  })
  const page = await drawn()
  await page.getByLabelText('Email').fill('malik@example.com')
  await page.getByRole('button', { name: 'Send code' }).click()
  const code = page.getByLabelText('One-time code')
  await expect.element(code).toBeEnabled()
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect.element(page.getByRole('alert').first()).toBeVisible()
  await code.fill('123456')
  await page.getByRole('button', { name: 'Verify code' }).click()
  await expect.element(page.getByLabelText('New password')).toBeEnabled()
  await expect.element(page.getByLabelText('Email')).toHaveValue('malik@example.com')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a mailed link is used by a press alone, and goes on at the new password with the address', async () => {
  const token = 'Ab-_'.repeat(16)
  const { page, sent } = await opened(token, { success: true, email: 'malik@example.com' })
  const go = page.getByRole('button', { name: 'Continue', exact: true })
  await expect.element(go).toBeVisible()
  await expect.element(page.getByLabelText('New password')).not.toBeInTheDocument()
  expect([sent, window.location.hash]).toEqual([[], `#${token}`])
  await go.click()
  await expect.element(page.getByLabelText('New password')).toHaveFocus()
  await expect.element(page.getByLabelText('Email')).toHaveValue('malik@example.com')
  await expect.element(page.getByRole('button', { name: 'Verify code' })).toBeDisabled()
  expect([sent, window.location.href.includes('#')]).toEqual([[{ json: { token } }], false])
})

test('a mailed link that is used or expired says so and offers another code', async () => {
  const { page } = await opened('A'.repeat(64), { success: false })
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(accounts.forgot.linkGone)
  await expect.element(page.getByLabelText('Email')).toHaveFocus()
  await expect.element(page.getByRole('button', { name: 'Send code' })).toBeEnabled()
  await expect.element(page.getByLabelText('New password')).toBeDisabled()
  expect(window.location.href).not.toContain('#')
})

test('a link that meets no server keeps its button, and any other fragment is no link', async () => {
  const { page } = await opened('A'.repeat(64), {})
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const go = page.getByRole('button', { name: 'Continue', exact: true })
  await go.click()
  await expect.element(go).not.toHaveAttribute('aria-busy')
  expect(window.location.hash).toBe(`#${'A'.repeat(64)}`)
  await page.unmount()
  window.history.replaceState(null, '', '#content')
  const steps = await drawn()
  await expect.element(steps.getByRole('button', { name: 'Send code' })).toBeVisible()
  await expect.element(steps.getByRole('button', { name: 'Continue', exact: true })).not.toBeInTheDocument()
})
