import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { IntlProvider } from 'use-intl'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { initialState, useRoot } from '#web/state.ts'
import accountsAr from '#business/accounts/text.ar.json'
import accounts from '#business/accounts/text.en.json'
import customers from '#directory/customers/text.en.json'
import libAr from '#lib/text.ar.json'
import lib from '#lib/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import { InvitePage } from './invite/invite.page.tsx'
import inviteAr from './invite/text.ar.json'
import invite from './invite/text.en.json'
import { TeamTab } from '#app/team-tab.tsx'
import team from './text.en.json'

const at = '2026-10-05T09:00:00.000Z'
const row = { trainer: null, trainerName: '', lastSignInAt: null, invitedUntil: null, createdAt: at, version: 1, isInvitation: false }
const rows = [
  { ...row, id: 'own', email: 'owner@noor.example', role: 'owner', state: 'active', lastSignInAt: at },
  { ...row, id: 'm', email: 'maha@noor.example', role: 'manager', state: 'asleep' },
  {
    ...row,
    id: 'i',
    email: 'desk@noor.example',
    role: 'frontDesk',
    state: 'invited',
    isInvitation: true,
    invitedUntil: '2026-10-12T09:00:00Z',
  },
]
const trainers = {
  rows: [{ id: '01997a00-0000-7000-8000-000000000001', Fname: 'Mariam', Lname: 'Haddad' }],
  total: 1,
  totalIsCapped: false,
}
const answers: Record<string, unknown> = {
  '/rpc/plans/current': { accounts: 2, accountsAllowed: 3 },
  '/rpc/team/list': { rows, total: 3, totalIsCapped: false },
  '/rpc/trainers/list': trainers,
  '/rpc/team/invitation': {
    vendor: { name: 'Al Noor', logo: '' },
    email: 'desk@noor.example',
    role: 'frontDesk',
    hasAccount: false,
    expiresAt: at,
  },
}

/** Answers every call of the page, and records the requests. */
function serve(more: Record<string, unknown> = {}) {
  const asked: [path: string, input: unknown][] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname
    asked.push([path, (JSON.parse((await request.text()) || '{}') as { json?: unknown }).json])
    return Response.json({ json: { ...answers, ...more }[path] ?? {} })
  })
  return asked
}

afterEach(() => {
  vi.unstubAllGlobals()
  useRoot.setState(initialState)
})

async function tab(role: 'owner' | 'manager') {
  useRoot.setState({ auth: { ...initialState.auth, userId: role === 'owner' ? 'own' : 'm', roles: role } })
  const router = createRouter({
    routeTree: createRootRoute({ component: TeamTab }),
    history: createMemoryHistory({ initialEntries: ['/staff?tab=team'] }),
  })
  return render(
    <IntlProvider locale="en" messages={{ team, accounts, customers, lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
}

test('the team tells accounts, members and rights; the owner invites a trainer only with the trainer’s record', async () => {
  const asked = serve()
  const page = await tab('owner')
  await expect.element(page.getByText(/2 of 3 user accounts in use/)).toBeVisible()
  await expect.element(page.getByRole('rowheader', { name: /owner@noor\.example/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Actions for maha@noor.example' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Actions for owner@noor.example' })).not.toBeInTheDocument()
  const rights = page.getByRole('table', { name: 'What each role can do' })
  await expect.element(rights.getByRole('row', { name: 'Finance, payouts, expenses All View Cash-up Own pay Edit' })).toBeVisible()

  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite to the team' })
  await dialog.getByLabelText('Email').fill('new@noor.example')
  await dialog.getByLabelText('Role').selectOptions('trainer')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect.element(dialog.getByRole('link', { name: /Choose this person’s trainer record/ })).toBeVisible()
  await dialog.getByLabelText('Trainer', { exact: true }).selectOptions('Mariam Haddad')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(asked.find(([path]) => path === '/rpc/team/invite')?.[1]).toMatchObject({
    email: 'new@noor.example',
    role: 'trainer',
    trainer: trainers.rows[0]?.id,
  })
})

test('a manager does not act on the own row, and may not look as a role', async () => {
  serve()
  const page = await tab('manager')
  await expect.element(page.getByRole('button', { name: 'Actions for desk@noor.example' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Actions for maha@noor.example' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'View as' })).not.toBeInTheDocument()
})

test.each([
  ['en', { invite, accounts, lib }, 'Al Noor invites you', 'Password', 'Accept the invitation'],
  ['ar', { invite: inviteAr, accounts: accountsAr, lib: libAr }, 'دعوة من Al Noor', 'كلمة المرور', 'قبول الدعوة'],
] as const)(
  'the page of an invitation in %s asks for a password twice, once the link is read',
  async (locale, messages, title, label, accept) => {
    const asked = serve()
    const page = await render(
      <IntlProvider locale={locale} messages={messages} timeZone="UTC">
        <InvitePage />
      </IntlProvider>,
    )
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect.element(page.getByText('desk@noor.example')).toBeVisible()
    await page.getByLabelText(label, { exact: true }).fill('touch-line-Court-at-9')
    await page.getByRole('button', { name: accept }).click()
    await expect.element(page.getByText(messages.accounts.confirmPassword.required).first()).toBeVisible()
    expect(asked.map(([path]) => path)).toEqual(['/rpc/team/invitation'])
  },
)

test('where every account is in use no one is invited, and the way to more stands beside the reason', async () => {
  serve({ '/rpc/plans/current': { accounts: 3, accountsAllowed: 3 } })
  const screen = await tab('owner')
  await expect.element(screen.getByText(team.members.full.choose)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: team.members.invite })).toBeDisabled()
  await expect.element(screen.getByRole('link', { name: team.members.plans })).toHaveAttribute('href', '/plans')
  await screen.unmount()
  const managers = await tab('manager')
  await expect.element(managers.getByText(team.members.full.ask)).toBeVisible()
  expect(managers.getByRole('link').elements()).toEqual([])
  await managers.unmount()
  serve({ '/rpc/plans/current': { accounts: 5, accountsAllowed: 5 } })
  const largest = await tab('owner')
  await expect.element(largest.getByText(team.members.full.largest)).toBeVisible()
})

test('where every account is in use no account is given back to a paused member, who can still be removed', async () => {
  serve({ '/rpc/plans/current': { accounts: 3, accountsAllowed: 3 } })
  const screen = await tab('owner')
  await screen.getByRole('button', { name: 'Actions for maha@noor.example' }).click()
  const wake = screen.getByRole('menuitem', { name: `${team.members.actions.wake} ${lib.failures['team/full']}` })
  await expect.element(wake).toHaveAttribute('aria-disabled', 'true')
  await expect.element(screen.getByRole('menuitem', { name: team.members.actions.remove })).not.toHaveAttribute('aria-disabled')
})
