import { IntlProvider } from 'use-intl'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import publicTexts from '#app/public/text.en.json'
import lib from '#lib/text.en.json'
import ui from '#ui/text.en.json'
import { ForgotPasswordPage } from './forgot-password.page.tsx'
import accounts from './text.en.json'

afterEach(() => vi.unstubAllGlobals())

test('what a second code was refused for stands no more once the first one is verified', async () => {
  const refused = { defined: true, code: 'auth/too-many-requests', status: 429, message: 'Too many requests', data: { retryAfter: 900 } }
  let codes = 0
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.url.endsWith('/sendOtp'))
      return (codes += 1) === 1 ? Response.json({ json: {} }) : Response.json({ json: refused }, { status: 429 })
    return Response.json({ json: { success: true, code: null } })
  })
  const page = await render(
    <IntlProvider locale="en" messages={{ accounts, lib, ui, public: publicTexts }} timeZone="UTC">
      <ForgotPasswordPage />
    </IntlProvider>,
  )
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
