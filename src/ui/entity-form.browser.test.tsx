import { createMemoryHistory, createRootRoute, createRoute, createRouter, Link, RouterProvider, useSearch } from '@tanstack/react-router'
import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import * as z from 'zod/mini'
import { EntityForm } from './entity-form.tsx'
import { TextField } from './field.tsx'
import lib from '#lib/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from './text.en.json'
import { useForm } from './use-form.ts'

const saved: Record<string, string> = { north: 'North hall', south: 'South hall' }
const version: Record<string, number> = { north: 1, south: 1 }

function Form({ id }: { id: string }) {
  const form = useForm({
    name: 'hall',
    initial: { title: saved[id] ?? '', size: '' },
    schema: z.object({ title: z.string() }),
    draft: { of: saved[id] ? id : 'new', version: version[id] ?? 0 },
    submit: ({ title }) => Promise.resolve({ title: title.trim() }),
  })
  return (
    <EntityForm form={form}>
      <TextField field={form.field('title')} label="Title" />
      <TextField field={form.field('size')} label="Size" />
    </EntityForm>
  )
}

function Page() {
  const { id } = useSearch({ strict: false }) as { id?: string }
  return (
    <>
      <Link to="/">List</Link>
      {id && <Form key={id} id={id} />}
    </>
  )
}

/** Opens a record's form as a separate visit; unmounting it without a prompt is what the end of a session does. */
async function visit(id: string) {
  const rootRoute = createRootRoute()
  const router = createRouter({
    routeTree: rootRoute.addChildren([createRoute({ getParentRoute: () => rootRoute, path: '/', component: Page })]),
    history: createMemoryHistory({ initialEntries: [`/?id=${id}`] }),
  })
  return render(
    <IntlProvider locale="en" messages={{ lists, ui, lib }} timeZone="UTC">
      <RouterProvider<typeof router> router={router} />
    </IntlProvider>,
  )
}

const drafts = () => Object.keys(sessionStorage).filter((name) => name.startsWith('draft:'))
afterEach(() => sessionStorage.clear())

test('what was typed waits for its own record alone', async () => {
  const first = await visit('north')
  await first.getByLabelText('Title').fill('North field')
  await expect.element(first.getByText('Unsaved changes')).toBeVisible()
  await first.unmount()

  const other = await visit('south')
  await expect.element(other.getByLabelText('Title')).toHaveValue('South hall')
  await expect.element(other.getByText('Unsaved changes')).not.toBeInTheDocument()
  await other.unmount()
  const fresh = await visit('none')
  await expect.element(fresh.getByLabelText('Title')).toHaveValue('')
  await fresh.unmount()

  const again = await visit('north')
  await expect.element(again.getByLabelText('Title')).toHaveValue('North field')
})

test('one who comes back to a record that was changed since is told so, and keeps what was typed', async () => {
  const first = await visit('south')
  await first.getByLabelText('Title').fill('South field')
  await expect.poll(drafts).toEqual(['draft:hall:south'])
  await first.unmount()
  version['south'] = 2
  // The warning repeats on every visit until the form is saved.
  for (const visits of [2, 3]) {
    const again = await visit('south')
    await expect.element(again.getByLabelText('Title')).toHaveValue('South field')
    await expect.element(again.getByRole('alert').getByText(lib.failures['request/stale'])).toBeVisible()
    await again.getByLabelText('Size').fill(String(visits))
    await expect.poll(() => sessionStorage.getItem('draft:hall:south')).toContain(`"size":"${visits}"`)
    await again.unmount()
  }
  const last = await visit('south')
  await last.getByRole('button', { name: 'Save' }).click()
  await expect.poll(drafts).toEqual([])
  await last.getByLabelText('Title').fill('South court')
  await expect.poll(drafts).toEqual(['draft:hall:south'])
  await last.unmount()
  const after = await visit('south')
  await expect.element(after.getByLabelText('Title')).toHaveValue('South court')
  await expect.element(after.getByRole('alert')).not.toBeInTheDocument()
})

test('a confirmed leave drops what was typed, and staying keeps it', async () => {
  const screen = await visit('north')
  await screen.getByLabelText('Title').fill('North field')
  await screen.getByRole('link', { name: 'List' }).click()
  await screen.getByRole('button', { name: 'Keep editing' }).click()
  expect(drafts()).toEqual(['draft:hall:north'])

  await screen.getByRole('link', { name: 'List' }).click()
  await screen.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(screen.getByLabelText('Title')).not.toBeInTheDocument()
  expect(drafts()).toEqual([])
})

test('discarding and saving drop the draft', async () => {
  const screen = await visit('north')
  await screen.getByLabelText('Title').fill('North field')
  await expect.poll(drafts).toEqual(['draft:hall:north'])
  await screen.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(drafts).toEqual([])
  await expect.element(screen.getByLabelText('Title')).toHaveValue('North hall')

  await screen.getByLabelText('Title').fill('North field')
  await expect.poll(drafts).toEqual(['draft:hall:north'])
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(drafts).toEqual([])
})

test('what was stored otherwise than typed counts as saved', async () => {
  const screen = await visit('north')
  await screen.getByLabelText('Title').fill(' North field ')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByLabelText('Title')).toHaveValue('North field')
  await expect.element(screen.getByText('Unsaved changes')).not.toBeInTheDocument()
})
