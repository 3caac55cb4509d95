import { IntlProvider } from 'use-intl'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import publicTexts from '#app/public/text.en.json'
import { initialState, useRoot } from '#web/state.ts'
import lib from '#lib/text.en.json'
import { LoginPage } from './login.page.tsx'
import { RegisterPage } from './register.page.tsx'
import { nextPage, signIn } from './sign-in.ts'
import accounts from './text.en.json'

/** A fake server with answers by path and input; returns the requested paths, in order. */
function serverHas(answers: Record<string, unknown>) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const { json = {} } = (await request.json()) as { json?: { collection?: string; id?: string } }
    const call = [new URL(request.url).pathname.replace('/rpc/', ''), json.collection, json.id].filter(Boolean).join(' ')
    asked.push(call)
    return Response.json({ json: answers[call] })
  })
  return asked
}

const show = (page: React.ReactNode) =>
  render(
    <IntlProvider locale="en" messages={{ accounts, lib, public: publicTexts }} timeZone="UTC">
      {page}
    </IntlProvider>,
  )

afterEach(() => {
  vi.unstubAllGlobals()
  useRoot.setState(initialState, true)
})

test('the sign-in page asks for e-mail and password and leads to a forgotten password and to registering', async () => {
  const page = await show(<LoginPage />)
  await expect.element(page.getByLabelText('Email')).toBeVisible()
  await expect.element(page.getByLabelText('Password', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot-password')
  await expect.element(page.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/register')
})

test('who signs in with a browser that keeps no cookie over http is told so, and can try again', async () => {
  vi.stubGlobal('fetch', async (request: Request) =>
    request.url.endsWith('/accounts/signIn')
      ? Response.json({ json: { id: 'u1', email: 'malik@example.com', status: 'active' } })
      : Response.json({ json: { defined: false, code: 'auth/session-expired', status: 401, message: '' } }, { status: 401 }),
  )
  const page = await show(<LoginPage />)
  await page.getByLabelText('Email').fill('malik@example.com')
  await page.getByLabelText('Password', { exact: true }).fill('secret-1')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(page.getByRole('alert').getByText(/did not keep you signed in: over http, Safari/)).toBeVisible()
  await expect.element(page.getByText(/session has ended/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  expect(useRoot.getState().auth.userId).toBeFalsy()
})

test('A8 where others used up the tries of an account, the sign-in page leads to a code by email', async () => {
  const refused = { defined: true, code: 'auth/too-many-requests', status: 429, message: 'Too many requests', data: { retryAfter: 900 } }
  vi.stubGlobal('fetch', async () => Response.json({ json: refused }, { status: 429 }))
  const page = await show(<LoginPage />)
  await page.getByLabelText('Email').fill('malik@example.com')
  await page.getByLabelText('Password', { exact: true }).fill('secret-1')
  await expect.element(page.getByRole('link', { name: 'Get a code' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(page.getByRole('link', { name: 'Get a code' })).toHaveAttribute('href', '/forgot-password')
})

test('registering chooses a country of the list, at first "Please Select"', async () => {
  const asked = serverHas({ 'setup/countries': [{ id: 'KW', nameEn: 'Kuwait', nameAr: 'الكويت' }] })
  const page = await show(<RegisterPage />)
  await expect.element(page.getByRole('option', { name: 'Please Select', selected: true })).toBeInTheDocument()
  await expect.element(page.getByRole('option', { name: 'Kuwait' })).toBeInTheDocument()
  expect(asked).toEqual(['setup/countries'])
})

const session = { role: 'owner', ownRole: 'owner', vendorId: 'v1', serverTime: '2026-10-05T09:00:00Z', expiresAt: '2026-10-06T09:00:00Z' }
const merchant = { id: 'v1', code: 'KW', name: '', profileCompleted: false }

test.each([
  ['the merchant alone', merchant, [], merchant],
  [
    'the vendor over the merchant once the profile is complete',
    { ...merchant, profileCompleted: true },
    ['documents/get countries/KW/vendors v1'],
    { id: 'v1', code: 'KW', name: 'Al Noor', profileCompleted: true, username: 'noor' },
  ],
])('a sign-in stores the login time and loads %s', async (_name, stored, more, venderData) => {
  const asked = serverHas({
    'accounts/signIn': { id: 'u1', email: 'malik@example.com', status: 'active' },
    'accounts/session': session,
    'documents/get merchants u1': { result: true, data: stored },
    'documents/get countries/KW/vendors v1': { result: true, data: { id: 'v1', name: 'Al Noor', username: 'noor' } },
  })
  const before = Date.now()
  await signIn({ email: 'malik@example.com', password: 'secret-1' })
  const { auth, vender } = useRoot.getState()
  expect(asked).toEqual(['accounts/signIn', 'accounts/session', 'documents/get merchants u1', ...more])
  expect(auth.loginTime).toBeGreaterThanOrEqual(before)
  expect(auth.loginTime).toBeLessThanOrEqual(Date.now())
  expect(auth).toMatchObject({ userId: 'u1', roles: 'owner', authData: { id: 'u1', email: 'malik@example.com', status: 'active' } })
  expect(vender.venderData).toEqual(venderData)
})

test.each([
  ['', '/'],
  ['?next=/services', '/services'],
  ['?next=%2Fservices%3Ftab%3Dhalls%26search%3Dal%2520noor', '/services?tab=halls&search=al%20noor'],
  ['?next=//evil.example', '/'],
  ['?next=/\\\\evil.example', '/'],
  ['?next=/%09/evil.example', '/'],
  ['?next=https://evil.example', '/'],
  ['?next=javascript:alert(1)', '/'],
  ['?next=evil', '/'],
])('after sign-in, %j leads to %s', (search, page) => expect(nextPage(search)).toBe(page))
