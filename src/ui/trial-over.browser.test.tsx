import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import * as z from 'zod/mini'
import lib from '#lib/text.en.json'
import { EntityForm } from './entity-form.tsx'
import { TextField } from './field.tsx'
import lists from '#ui/lists/text.en.json'
import ui from './text.en.json'
import { AddLink, ChangeButton, TrialOver } from './trial-over.tsx'
import { useForm } from './use-form.ts'

const stored = vi.fn(() => Promise.resolve())
const pressed = vi.fn()

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

test('after the trial what changes something leads to the plans, and works again once one is chosen', async () => {
  const routeTree = createRootRoute({ component: Frame })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  const screen = await render(
    <IntlProvider locale="en" messages={{ lib, lists, ui }} timeZone="UTC">
      <RouterProvider<typeof router> router={router} />
    </IntlProvider>,
  )
  for (const name of ['Add trainer (Choose a plan)', 'Take payment (Choose a plan)', 'Choose a plan'])
    await expect.element(screen.getByRole('link', { name, exact: true })).toHaveAttribute('href', '/plans')
  expect(screen.getByRole('button', { name: 'Save' }).elements()).toEqual([])
  await expect.element(screen.getByText(lib.failures['plan/trial-expired'])).toBeVisible()
  // Enter in a field submits the form, as the button does.
  await screen.getByLabelText('Title').fill('North hall')
  screen.container.querySelector('form')?.requestSubmit()
  expect(stored).not.toHaveBeenCalled()

  await screen.getByRole('button', { name: 'Plan chosen' }).click()
  await expect.element(screen.getByRole('link', { name: 'Add trainer', exact: true })).toHaveAttribute('href', '/staff/add')
  await screen.getByRole('button', { name: 'Take payment' }).click()
  expect(pressed).toHaveBeenCalledOnce()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => stored.mock.calls.length).toBe(1)
})
