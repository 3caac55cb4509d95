import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import * as z from 'zod/mini'
import lib from '#lib/text.en.json'
import { DialogForm } from './dialog-form.tsx'
import { EntityForm } from './entity-form.tsx'
import { TextField } from './field.tsx'
import lists from '#ui/lists/text.en.json'
import ui from './text.en.json'
import { Menu } from './menu.tsx'
import { AddLink, ChangeButton, PlanChooser, TrialOver } from './trial-over.tsx'
import { useForm } from './use-form.ts'

const stored = vi.fn(() => Promise.resolve())
const pressed = vi.fn()
const closed = vi.fn()

function Asked({ isFree }: { isFree: boolean }) {
  const form = useForm({ name: 'view', initial: { reason: '' }, schema: z.object({ reason: z.string() }), submit: stored })
  return (
    <DialogForm form={form} isFree={isFree} save="Send" back="Back" onClose={closed}>
      <TextField field={form.field('reason')} label="Reason" />
    </DialogForm>
  )
}

function Screen() {
  const form = useForm({ name: 'hall', initial: { title: '' }, schema: z.object({ title: z.string() }), submit: stored })
  return (
    <>
      <AddLink to="/staff/add">Add trainer</AddLink>
      <ChangeButton onClick={pressed}>Take payment</ChangeButton>
      <EntityForm form={form}>
        <TextField field={form.field('title')} label="Title" />
      </EntityForm>
    </>
  )
}

function Frame() {
  const [isOver, setOver] = useState(true)
  return (
    <TrialOver value={isOver}>
      <Screen />
      <button type="button" onClick={() => setOver(false)}>
        Plan chosen
      </button>
    </TrialOver>
  )
}

async function show(component: () => ReactNode) {
  const routeTree = createRootRoute({ component })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  return render(
    <IntlProvider locale="en" messages={{ lib, lists, ui }} timeZone="UTC">
      <RouterProvider<typeof router> router={router} />
    </IntlProvider>,
  )
}

test('after the trial what changes something leads to the plans, and works again once one is chosen', async () => {
  const screen = await show(Frame)
  for (const name of ['Add trainer (Choose a plan)', 'Take payment (Choose a plan)', 'Choose a plan'])
    await expect.element(screen.getByRole('link', { name, exact: true })).toHaveAttribute('href', '/plans')
  expect(screen.getByRole('button', { name: 'Save' }).elements()).toEqual([])
  await expect.element(screen.getByText(lib.failures['plan/trial-expired'])).toBeVisible()
  // Enter in a field submits the form, as the button does.
  await expect.element(screen.getByLabelText('Title')).toBeDisabled()
  screen.container.querySelector('form')?.requestSubmit()
  expect(stored).not.toHaveBeenCalled()

  await screen.getByRole('button', { name: 'Plan chosen' }).click()
  await expect.element(screen.getByRole('link', { name: 'Add trainer', exact: true })).toHaveAttribute('href', '/staff/add')
  await screen.getByRole('button', { name: 'Take payment' }).click()
  expect(pressed).toHaveBeenCalledOnce()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => stored.mock.calls.length).toBe(1)
})

test.each([
  [false, 0, 1],
  [true, 1, 0],
] as const)('after the trial a form in a dialog takes nothing unless its act needs no plan: %s', async (isFree, sends, locks) => {
  const screen = await show(() => (
    <TrialOver value={true}>
      <Asked isFree={isFree} />
    </TrialOver>
  ))
  await expect.element(screen.getByRole('button', { name: 'Back' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Send' }).elements()).toHaveLength(sends)
  expect(screen.getByRole('link', { name: 'Choose a plan' }).elements()).toHaveLength(locks)
  if (isFree) await expect.element(screen.getByLabelText('Reason')).toBeEnabled()
  else await expect.element(screen.getByLabelText('Reason')).toBeDisabled()
  stored.mockClear()
  screen.container.querySelector('form')?.requestSubmit()
  await expect.poll(() => stored.mock.calls.length).toBe(sends)
})

test('after the trial a menu leads to the plans for what changes something, and runs the rest', async () => {
  pressed.mockClear()
  const items = [
    { key: 'archive', label: 'Archive', isChange: true, run: pressed },
    { key: 'print', label: 'Print', isChange: false, run: pressed },
  ]
  const screen = await show(() => (
    <TrialOver value={true}>
      <Menu label="Actions" items={items} />
    </TrialOver>
  ))
  await screen.getByRole('button', { name: 'Actions' }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'Archive Choose a plan' })).toHaveAttribute('href', '/plans')
  await screen.getByRole('menuitem', { name: 'Print' }).click()
  expect(pressed).toHaveBeenCalledOnce()
})

test('a member who may not choose a plan is told to ask the owner', async () => {
  pressed.mockClear()
  const items = [{ key: 'archive', label: 'Archive', isChange: true, run: pressed }]
  const screen = await show(() => (
    <TrialOver value={true}>
      <PlanChooser value={false}>
        <Screen />
        <Menu label="Actions" items={items} />
      </PlanChooser>
    </TrialOver>
  ))
  const payment = screen.getByRole('button', { name: 'Take payment' })
  await expect.element(payment).toHaveAttribute('title', ui.form.askOwner)
  await payment.click({ force: true })
  await screen.getByRole('button', { name: 'Actions' }).click()
  await screen.getByRole('menuitem', { name: `Archive ${ui.form.askOwner}` }).click({ force: true })
  await expect.element(screen.getByText(ui.form.trialOver)).toBeVisible()
  expect(screen.getByRole('link').elements()).toEqual([])
  expect(pressed).not.toHaveBeenCalled()
})
