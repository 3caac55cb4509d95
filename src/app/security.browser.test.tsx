import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { IntlProvider } from 'use-intl'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import accounts from '#business/accounts/text.en.json'
import { failures, type FailureCode } from '#lib/failures.ts'
import lib from '#lib/text.en.json'
import publicTexts from './public/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import setup from '#business/setup/text.en.json'
import { Security } from './security.tsx'

type Answer = FailureCode | { at: string; key: string } | { json: unknown }

/** Stubs the server's answers to each call in order, repeating the last; returns the recorded inputs of a call. */
function serverAnswers(answers: Record<string, Answer[]>) {
  const asked: { call: string; input: unknown }[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const call = new URL(request.url).pathname.replace('/rpc/accounts/', '')
    asked.push({ call, input: ((await request.json()) as { json?: unknown }).json })
    const own = answers[call] ?? []
    const answer = (own.length > 1 ? own.shift() : own[0]) ?? 'server/error'
    if (typeof answer === 'object' && 'json' in answer) return Response.json({ json: answer.json })
    const code = typeof answer === 'string' ? answer : 'request/invalid'
    const issues = typeof answer === 'string' ? [] : [{ path: [answer.at], key: answer.key, message: answer.key }]
    return Response.json(
      { json: { defined: true, code, status: failures[code], message: code, data: { issues } } },
      { status: failures[code] },
    )
  })
  return (name: string) => asked.filter(({ call }) => call === name).map(({ input }) => input)
}

const done = { json: { success: true } }
const session = (id: string, isCurrent: boolean) => ({
  id,
  createdAt: '2026-01-01T00:00:00Z',
  expiresAt: '2026-01-02T00:00:00Z',
  browser: `Browser ${id}`,
  isCurrent,
})
const sessions = [{ json: [session('a', true), session('b', false)] }]

const show = () =>
  render(
    <IntlProvider locale="en" messages={{ setup, accounts, lib, lists, ui, public: publicTexts }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Security />
      </QueryClientProvider>
    </IntlProvider>,
  )

afterEach(() => vi.unstubAllGlobals())

test('a new password waits for the old one, is sent once for each try, and its refusal stands at the field', async () => {
  const asked = serverAnswers({
    sessions,
    // The status of the second factor is unavailable; the server asks for the code on its own.
    secondFactor: ['server/error'],
    changePassword: ['auth/recent-sign-in-required', { at: 'newPassword', key: 'accounts.password.common' }, done],
    confirmPassword: [{ at: 'password', key: 'accounts.password.wrong' }, 'auth/second-factor-required', done],
  })
  const page = await show()
  await page.getByLabelText('New password').fill('password1234')
  await page.getByLabelText('Confirm password').fill('password1234')
  await page.getByRole('button', { name: 'Change password' }).click()

  const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
  const code = dialog.getByLabelText('Code from your authenticator app')
  const go = dialog.getByRole('button', { name: 'Continue' })
  await dialog.getByLabelText('Your password').fill('not the password')
  await go.click()
  await expect.element(dialog.getByRole('link', { name: 'Wrong password' })).toBeVisible()
  expect(asked('changePassword')).toHaveLength(1)
  await expect.element(code).not.toBeInTheDocument()
  await dialog.getByLabelText('Your password').fill('the right one')
  await go.click()
  await expect.element(code).toHaveFocus()
  await code.fill('12345')
  await go.click()
  await expect.element(dialog.getByRole('link', { name: 'OTP must be 6 digits' })).toBeVisible()
  await code.fill('012345')
  await go.click()

  await expect.element(page.getByRole('link', { name: 'This password is too easy to guess. Choose another.' })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(asked('changePassword')).toHaveLength(2)
  expect(asked('confirmPassword')).toEqual([
    { password: 'not the password' },
    { password: 'the right one' },
    { password: 'the right one', totp: '012345' },
  ])

  await page.getByLabelText('New password').fill('a better one')
  await page.getByLabelText('Confirm password').fill('a better one')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect.element(page.getByLabelText('New password')).toHaveValue('')
  expect(asked('changePassword').at(-1)).toEqual({ newPassword: 'a better one' })
})

test('one who does not confirm keeps what was typed and changes nothing', async () => {
  const asked = serverAnswers({ sessions, secondFactor: [{ json: { isOn: false } }], changePassword: ['auth/recent-sign-in-required'] })
  const page = await show()
  await page.getByLabelText('New password').fill('a better one')
  await page.getByLabelText('Confirm password').fill('a better one')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('New password')).toHaveValue('a better one')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  expect(asked('changePassword')).toHaveLength(1)
  expect(asked('confirmPassword')).toEqual([])
})

test('ending another session says when it failed, and ending all of them until that was read', async () => {
  const asked = serverAnswers({
    sessions,
    secondFactor: [{ json: { isOn: false } }],
    endSession: ['server/busy'],
    signOutEverywhere: ['server/unavailable'],
  })
  const { toast } = await import('react-hot-toast')
  const said = vi.spyOn(toast, 'error')
  const page = await show()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect.poll(() => said.mock.calls.length).toBe(1)
  const everywhere = page.getByRole('button', { name: 'Sign out everywhere' })
  await everywhere.click()
  const popup = page.getByRole('dialog', { name: 'Error' })
  await expect.element(popup.getByText(lib.failures['server/unavailable'])).toBeVisible()
  await popup.getByRole('button', { name: 'Close' }).click()
  await expect.element(popup).not.toBeInTheDocument()
  await expect.element(everywhere).toHaveFocus()
  expect(said.mock.calls.map(([message]) => message)).toMatchObject([{ props: { code: 'server/busy' } }])
  expect(asked('endSession')).toEqual([{ id: 'b' }])
  expect(window.location.pathname).not.toBe('/login')
})

test('A10 recovery codes are shown once when the second factor is set up, and how many are left stands on the page', async () => {
  const codes = Array.from({ length: 10 }, (_, index) => `1000-2000-30${10 + index}`)
  const asked = serverAnswers({
    sessions,
    secondFactor: [{ json: { isOn: false, recoveryCodesLeft: 0 } }, { json: { isOn: true, recoveryCodesLeft: 10 } }],
    beginTotp: [{ json: { secret: 'JBSWY3DPEHPK3PXP', address: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' } }],
    confirmTotp: [{ json: { success: true, recoveryCodes: codes } }],
    createRecoveryCodes: [{ json: { recoveryCodes: codes.toReversed() } }],
  })
  const page = await show()
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  await page.getByLabelText('Code', { exact: true }).fill('012345')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Recovery codes' })
  for (const code of codes) await expect.element(dialog.getByText(code)).toBeVisible()
  await dialog.getByRole('button', { name: 'I saved them' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('Recovery codes left: 10 of 10')).toBeVisible()
  await expect.element(page.getByText(codes[0] ?? '')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Create new recovery codes' }).click()
  await expect.element(dialog.getByText(codes[9] ?? '')).toBeVisible()
  expect(asked('createRecoveryCodes')).toHaveLength(1)
})
