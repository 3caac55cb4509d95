import { toast } from 'react-hot-toast'
import { IntlProvider } from 'use-intl'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import publicTexts from '#app/public/text.en.json'
import { failures, type FailureCode } from '#lib/failures.ts'
import lib from '#lib/text.en.json'
import { initialState, useRoot } from '#web/state.ts'
import { LoginPage } from './login.page.tsx'
import accounts from './text.en.json'

const bytes = (text: string) => new TextEncoder().encode(text).buffer

/** What the browser's dialog returns when its reader has chosen a passkey. */
const signed = {
  id: 'AQID',
  rawId: bytes('raw'),
  type: 'public-key',
  response: {
    clientDataJSON: bytes('data'),
    authenticatorData: bytes('authenticator'),
    signature: bytes('signature'),
    userHandle: bytes('user'),
  },
  getClientExtensionResults: () => ({}),
}

const options = { challenge: 'AAAA', rpId: 'localhost', timeout: 300_000, userVerification: 'required' }

/** The sign-in page over a server with one answer to each call; returns what was asked, with its input, and the messages shown. */
async function signInPage(answers: Record<string, unknown>) {
  const asked: [call: string, input: unknown][] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const call = new URL(request.url).pathname.replace('/rpc/accounts/', '')
    asked.push([call, ((await request.json()) as { json?: unknown }).json])
    const answer = answers[call]
    if (typeof answer !== 'string') return Response.json({ json: answer })
    const status = failures[answer as FailureCode]
    return Response.json({ json: { defined: true, code: answer, status, message: answer } }, { status })
  })
  const said = vi.spyOn(toast, 'error')
  const page = await render(
    <IntlProvider locale="en" messages={{ accounts, lib, public: publicTexts }} timeZone="UTC">
      <LoginPage />
    </IntlProvider>,
  )
  return {
    page,
    asked,
    press: page.getByRole('button', { name: 'Use a passkey' }),
    messages: () => said.mock.calls.map(([message]) => message),
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  useRoot.setState(initialState, true)
})

test('a passkey is sent as the browser signed it, and its refusal has the words of a wrong password', async () => {
  const get = vi.spyOn(navigator.credentials, 'get').mockResolvedValue(signed as unknown as Credential)
  const { press, asked, messages } = await signInPage({ beginPasskeySignIn: options, signInWithPasskey: 'auth/invalid-credential' })
  await press.click()
  await expect.poll(messages).toEqual([lib.failures['auth/invalid-credential']])
  expect(get.mock.calls[0]?.[0]?.publicKey).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(asked).toEqual([
    ['beginPasskeySignIn', undefined],
    [
      'signInWithPasskey',
      {
        credential: 'AQID',
        clientDataJSON: 'ZGF0YQ',
        authenticatorData: 'YXV0aGVudGljYXRvcg',
        signature: 'c2lnbmF0dXJl',
        userHandle: 'dXNlcg',
      },
    ],
  ])
  await expect.element(press).not.toHaveAttribute('aria-busy')
})

test('a dialog that is closed says nothing; a browser that can’t use the passkey does', async () => {
  const get = vi.spyOn(navigator.credentials, 'get').mockRejectedValueOnce(new DOMException('closed', 'NotAllowedError'))
  const { press, asked, messages } = await signInPage({ beginPasskeySignIn: options })
  await press.click()
  await expect.poll(() => get.mock.calls.length).toBe(1)
  await expect.element(press).not.toHaveAttribute('aria-busy')
  expect(messages()).toEqual([])
  get.mockRejectedValueOnce(new DOMException('another domain', 'SecurityError'))
  await press.click()
  await expect.poll(messages).toEqual([accounts.signIn.passkeyFailed])
  expect(asked.map(([call]) => call)).toEqual(['beginPasskeySignIn', 'beginPasskeySignIn'])
})

test('an address with too many tries is refused before the browser asks for anything', async () => {
  const get = vi.spyOn(navigator.credentials, 'get')
  const { press, messages } = await signInPage({ beginPasskeySignIn: 'auth/too-many-requests' })
  await press.click()
  await expect.poll(messages).toEqual([lib.failures['auth/too-many-requests']])
  expect(get).not.toHaveBeenCalled()
})

test('a member whose browser stores no cookie sees why the sign-in failed', async () => {
  vi.spyOn(navigator.credentials, 'get').mockResolvedValue(signed as unknown as Credential)
  const signedIn = { id: 'u1', email: 'sara@example.com', status: 'active' }
  const { page, press } = await signInPage({ beginPasskeySignIn: options, signInWithPasskey: signedIn, session: 'auth/session-expired' })
  await press.click()
  await expect.element(page.getByRole('alert').getByText(/did not keep you signed in/)).toBeVisible()
})

test('a browser without passkeys offers none', async () => {
  const own = Object.getOwnPropertyDescriptor(window, 'PublicKeyCredential')
  Reflect.deleteProperty(window, 'PublicKeyCredential')
  try {
    const { page, press } = await signInPage({})
    await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect.element(press).not.toBeInTheDocument()
  } finally {
    if (own) Object.defineProperty(window, 'PublicKeyCredential', own)
  }
})
