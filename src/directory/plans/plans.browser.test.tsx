import { IntlProvider } from 'use-intl'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { initialState, useRoot } from '#web/state.ts'
import accounts from '#business/accounts/text.en.json'
import lib from '#lib/text.en.json'
import { PlansPage } from './plans.page.tsx'
import plans from './text.en.json'

const current = { plan: 'starter', trialStartedAt: null, daysLeft: 0, isExpired: false, accounts: 1, accountsAllowed: 1, version: 1 }
const answers: Record<string, unknown> = {
  current,
  preview: {
    plan: 'pro',
    accountsAllowed: 3,
    sleeping: [],
    waking: [],
    bill: { day: '2026-10-05', toDay: '2027-10-04', amount: 40_000, credit: 10_050, total: 29_950 },
  },
  invoices: [],
}

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
    const lane = page.getByRole('region', { name: lib.planNames[plan], exact: true })
    for (const feature of [plans.features.everything, plans.features.export]) await expect.element(lane.getByText(feature)).toBeVisible()
    await expect.element(lane.getByRole('link', { name: 'Change' })).toBeVisible()
  }
  // Accounts are what a plan enforces; nothing else differs between plans.
  const differences = {
    Starter: ['1 user account'],
    Pro: ['3 user accounts', '2 people of your team with a role each'],
    Elite: ['5 user accounts', '4 people of your team with a role each'],
  }
  for (const [name, lines] of Object.entries(differences))
    expect(
      page
        .getByRole('region', { name, exact: true })
        .getByRole('listitem')
        .elements()
        .map((item) => item.textContent)
        .slice(0, -2),
    ).toEqual(lines)
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
  await expect.element(page.getByText('Only the owner of the business can change the plan.')).toBeVisible()
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
    await expect.element(dialog.getByText('No account will be paused.')).toBeVisible()
    // Amounts are wrapped in directional marks.
    const words = () => dialog.element().textContent.replaceAll(/[\u2066\u2069]/g, '')
    await expect.poll(words).toContain('The year from Oct 5, 2026 to Oct 4, 2027 costs $400.00.')
    expect(words()).toContain('$100.50 of your current year is unused and is deducted.')
    expect(words()).toContain('To pay: $299.50')
    await expect.element(dialog.getByRole('button', { name: 'Keep my plan' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(change).toHaveFocus()
    await expect.element(change).not.toHaveAttribute('aria-busy')
  }
})
