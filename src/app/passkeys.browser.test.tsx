import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { toast } from 'react-hot-toast'
import { IntlProvider } from 'use-intl'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import accounts from '#business/accounts/text.en.json'
import setup from '#business/setup/text.en.json'
import { failures, type FailureCode } from '#lib/failures.ts'
import lib from '#lib/text.en.json'
import ui from '#ui/text.en.json'
import publicTexts from './public/text.en.json'
import { Passkeys } from './passkeys.tsx'

const texts = setup.security.passkeys
const passkey = (index: number) => ({
  id: `id-${index}`,
  name: `Key ${index}`,
  isBackedUp: index === 0,
  createdAt: '2026-11-01T08:00:00Z',
  lastUsedAt: index === 0 ? '2026-11-28T08:00:00Z' : null,
})
const creation = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Touchline' },
  user: { id: 'AQ', name: 'sara@example.com', displayName: 'sara@example.com' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
}

/** The member's passkeys over a server with one answer to each call; returns the messages of failures. */
async function passkeysOf(count: number, answers: Record<string, unknown> = {}) {
  vi.stubGlobal('fetch', async (request: Request) => {
    const call = new URL(request.url).pathname.replace('/rpc/accounts/', '')
    const answer = call === 'passkeys' ? Array.from({ length: count }, (_, index) => passkey(index)) : answers[call]
    if (typeof answer !== 'string') return Response.json({ json: answer })
    const status = failures[answer as FailureCode]
    return Response.json({ json: { defined: true, code: answer, status, message: answer } }, { status })
  })
  const said = vi.spyOn(toast, 'error')
  const page = await render(
    <IntlProvider locale="en-GB" messages={{ setup, accounts, lib, ui, public: publicTexts }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Passkeys />
      </QueryClientProvider>
    </IntlProvider>,
  )
  return { page, add: page.getByRole('button', { name: 'Add a passkey' }), messages: () => said.mock.calls.map(([message]) => message) }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('each passkey says when it was added and last used, and with ten none can be added', async () => {
  const { page, add } = await passkeysOf(10)
  await expect.element(page.getByText(/^Added 1 Nov 2026.* · last used 28 Nov 2026.* · synced to your devices$/)).toBeVisible()
  await expect.element(page.getByText(/ · not used yet$/).first()).toBeVisible()
  await expect.element(page.getByText(/^You have 10 passkeys, the maximum/)).toBeVisible()
  await expect.element(add).not.toBeInTheDocument()
})

test('a device that has one already, a dialog that was closed, and one that failed', async () => {
  const create = vi.spyOn(navigator.credentials, 'create')
  const { add, messages } = await passkeysOf(1, { beginPasskey: creation })
  create.mockRejectedValueOnce(new DOMException('closed', 'NotAllowedError'))
  await add.click()
  await expect.poll(() => create.mock.calls.length).toBe(1)
  await expect.element(add).not.toHaveAttribute('aria-busy')
  expect(messages()).toEqual([])
  create.mockRejectedValueOnce(new DOMException('known', 'InvalidStateError'))
  await add.click()
  await expect.poll(messages).toEqual([texts.exists])
  create.mockRejectedValueOnce(new DOMException('no verification', 'ConstraintError'))
  await add.click()
  await expect.poll(messages).toEqual([texts.exists, texts.failed])
})

test('a removal that the server refuses says why, and the passkey stays', async () => {
  const { page, messages } = await passkeysOf(2, { removePasskey: 'server/unavailable' })
  await page.getByRole('button', { name: 'Remove Key 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove “Key 1”?' })
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await dialog.getByRole('button', { name: 'Remove passkey' }).click()
  await expect.poll(() => messages().length).toBe(1)
  await expect.element(page.getByText('Key 1')).toBeVisible()
})

test('a name must not be empty', async () => {
  const { page } = await passkeysOf(1)
  await page.getByRole('button', { name: 'Rename Key 0' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename passkey' })
  await dialog.getByLabelText('Name').fill(' ')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect.element(dialog.getByRole('link', { name: 'A name is required' })).toBeVisible()
})
