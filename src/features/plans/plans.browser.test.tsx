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
const answers: Record<string, unknown> = { current, preview: { plan: 'pro', accountsAllowed: 3, sleeping: [], waking: [] }, invoices: [] }

afterEach(() => {
  vi.unstubAllGlobals()
  useRoot.setState(initialState)
})

const show = () =>
  render(
    <IntlProvider locale="en" messages={{ plans, accounts, lib }} timeZone="UTC">
      <PlansPage />
    </IntlProvider>,
  )

test('three plans with their lists, a switch of the period, and the way back', async () => {
  const page = await show()
  for (const plan of ['starter', 'pro', 'elite'] as const) {
    const lane = page.getByRole('region', { name: plans[plan].name, exact: true })
    for (const feature of Object.values(plans[plan].features)) await expect.element(lane.getByText(feature)).toBeVisible()
    await expect.element(lane.getByRole('link', { name: 'Change' })).toBeVisible()
  }
  await expect.element(page.getByRole('radio', { name: 'Yearly' })).toBeChecked()
  await page.getByRole('radio', { name: 'Monthly' }).click()
  await expect.element(page.getByRole('radio', { name: 'Monthly' })).toBeChecked()
  const back = vi.spyOn(window.history, 'back').mockImplementation(() => {})
  vi.spyOn(window.history, 'length', 'get').mockReturnValue(2)
  await page.getByRole('link', { name: 'Back' }).click()
  expect(back).toHaveBeenCalledOnce()
  vi.restoreAllMocks()
})

test('who is not the owner reads the plans, and is told who changes them', async () => {
  vi.stubGlobal('fetch', (request: Request) => Response.json({ json: answers[request.url.split('/').at(-1) ?? ''] }))
  useRoot.setState({ auth: { ...initialState.auth, token: 'session', roles: 'manager' } })
  const page = await show()
  await expect.element(page.getByText('Your plan', { exact: true })).toBeVisible()
  await expect.element(page.getByText('The plan is changed by the owner of the business.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Change' })).not.toBeInTheDocument()
})

test('the dialog of a change comes with the first choice, takes the focus, and gives it back', async () => {
  vi.stubGlobal('fetch', (request: Request) => Response.json({ json: answers[request.url.split('/').at(-1) ?? ''] }))
  useRoot.setState({ auth: { ...initialState.auth, token: 'session' } })
  const page = await show()
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
