import { IntlProvider } from 'use-intl'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { initialState, useRoot } from '#app/state.ts'
import accounts from '#features/accounts/text.en.json'
import lib from '#lib/text.en.json'
import { PlansPage } from './plans.page.tsx'
import plans from './text.en.json'

const current = { plan: 'starter', trialStartedAt: null, daysLeft: 0, isExpired: false, accounts: 1, accountsAllowed: 1, version: 1 }
const answers: Record<string, unknown> = { current, preview: { plan: 'pro', accountsAllowed: 3, sleeping: [] } }

afterEach(() => {
  vi.unstubAllGlobals()
  useRoot.setState(initialState)
})

test('the dialog of a change comes with the first choice, takes the focus, and gives it back', async () => {
  vi.stubGlobal('fetch', (request: Request) => Response.json({ json: answers[request.url.split('/').at(-1) ?? ''] }))
  useRoot.setState({ auth: { ...initialState.auth, token: 'session' } })
  const page = await render(
    <IntlProvider locale="en" messages={{ plans, accounts, lib }} timeZone="UTC">
      <PlansPage />
    </IntlProvider>,
  )
  const change = page.getByRole('region', { name: 'Pro' }).getByRole('button', { name: 'Change' })
  await expect.element(page.getByText('Your plan', { exact: true })).toBeVisible()
  for (let times = 0; times < 2; times++) {
    await change.click()
    const dialog = page.getByRole('dialog', { name: 'Change to Pro?' })
    await expect.element(dialog.getByText('No account will sleep.')).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Keep my plan' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(change).toHaveFocus()
    await expect.element(change).not.toHaveAttribute('aria-busy')
  }
})
