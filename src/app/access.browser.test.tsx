import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import { week } from '#lib/fields.ts'
import type { Role } from '#lib/roles.ts'
import accounts from '#business/accounts/text.en.json'
import { SetupTasks } from '#insight/home/setup-tasks.tsx'
import home from '#insight/home/text.en.json'
import setup from '#business/setup/text.en.json'
import { VendorProfile } from '#business/setup/vendor-profile.tsx'
import type { Progress } from '#business/setup/vendor.contract.ts'
import lib from '#lib/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import { Access } from './access.tsx'
import { screens } from './screens.ts'
import { initialState, useRoot } from '#web/state.ts'
import app from './text.en.json'

const country = {
  id: 'GB',
  dialCode: '+44',
  nameEn: 'United Kingdom',
  nameAr: 'المملكة المتحدة',
  currency: 'GBP',
  exponent: 2,
  firstWeekday: 1,
  weekend: [0, 6],
  taxRate: 20,
  timeZones: ['Europe/London'],
}
const progress: Progress = {
  percent: 0,
  profileCompleted: false,
  serviceCompleted: false,
  addTrainer: false,
  addHall: false,
  addBatch: false,
  unread: 0,
  country,
}

async function show(screen: ReactNode, as: Role) {
  useRoot.setState({ auth: { ...initialState.auth, roles: as } })
  const routeTree = createRootRoute({ component: () => screen })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  return render(
    <IntlProvider locale="en" messages={{ accounts, app, home, lib, setup, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
}
afterEach(() => useRoot.setState(initialState, true))

test('a screen that a role may not use says who may, and draws nothing of itself', async () => {
  const { call = 'sales.sell', title } = screens['/sales/subscription-report']
  const screen = await show(
    <Access call={call} title={title}>
      <p>Opening, new, left</p>
    </Access>,
    'trainer',
  )
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Subscription report' })).toBeVisible()
  await expect.element(screen.getByText(lib.failures['permission/denied'])).toBeVisible()
  await expect.element(screen.getByText(/Owner, Manager, and Accountant/)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/')
  expect(screen.getByText('Opening, new, left').elements()).toEqual([])
})

test('a screen that a role may use is drawn as it is', async () => {
  const screen = await show(
    <Access call="sales.sell" title="app.titles.salesAdd">
      <p>Sell here</p>
    </Access>,
    'frontDesk',
  )
  await expect.element(screen.getByText('Sell here')).toBeVisible()
})

const profile = {
  logo: '',
  name: 'Northside Academy',
  username: 'northside',
  address: '1 High Street',
  postcode: 'N1 1AA',
  startingTime: '08:00',
  endingTime: '22:00',
  trainingDays: week(1),
  latitude: 51.5,
  longitude: -0.1,
  location: '',
  timeZone: 'Europe/London',
}

test.each(['frontDesk', 'trainer', 'accountant'] as const)('a %s reads the profile as text', async (role) => {
  const screen = await show(<VendorProfile row={profile} progress={progress} />, role)
  for (const text of ['Northside Academy', 'northside', '08:00–22:00', 'United Kingdom', '51.5, -0.1'])
    await expect.element(screen.getByRole('definition').filter({ hasText: text }).first()).toBeVisible()
  expect(screen.getByText(setup.readOnly).elements()).toHaveLength(1)
  expect(screen.container.ownerDocument.querySelectorAll('input, select, textarea, button')).toHaveLength(0)
})

test('a profile that does not exist yet is said to be missing', async () => {
  const screen = await show(<VendorProfile row={null} progress={progress} />, 'trainer')
  await expect.element(screen.getByRole('heading', { name: setup.noProfile })).toBeVisible()
})

test('setup tasks lead who may do them, and only tell the others', async () => {
  const owner = await show(<SetupTasks progress={progress} />, 'owner')
  await expect.element(owner.getByRole('list')).toBeVisible()
  expect(owner.getByRole('link').elements()).toHaveLength(5)
  await owner.unmount()
  const trainer = await show(<SetupTasks progress={progress} />, 'trainer')
  await expect.element(trainer.getByRole('list')).toBeVisible()
  expect(trainer.getByRole('link').elements()).toEqual([])
  await expect.element(trainer.getByText(home.setup.taskActions.addHall)).not.toBeVisible()
})
