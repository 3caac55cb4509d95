import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import lib from '#lib/text.en.json'
import { ArchiveAction } from './entity-list.tsx'
import lists from './text.en.json'
import ui from '../text.en.json'
import { Toasts } from '../toast.tsx'

const inUse = lib.failures['customer/in-use']

async function show(state: string, reason?: string) {
  const after = { id: 'c', version: 2, state }
  const calls = { archive: vi.fn(() => Promise.resolve(after)), restore: vi.fn(() => Promise.resolve(after)) }
  const screen = await render(
    <IntlProvider locale="en" messages={{ lib, lists, ui }} timeZone="UTC">
      <ArchiveAction
        row={{ id: 'c', version: 1, state }}
        calls={calls}
        name="Amal"
        messages={{ archived: 'Amal archived', restored: 'Amal restored' }}
        inUse={reason}
        onChanged={() => Promise.resolve()}
      />
      <Toasts />
    </IntlProvider>,
  )
  return { ...screen, calls }
}

test('what is in use cannot be archived and says why; what is archived can be restored all the same', async () => {
  const used = await show('active', inUse)
  await used.getByRole('button', { name: 'Actions: Amal' }).click()
  const archive = used.getByRole('menuitem', { name: `Archive ${inUse}` })
  await expect.element(archive).toHaveAttribute('aria-disabled', 'true')
  await archive.click({ force: true })
  expect(used.calls.archive).not.toHaveBeenCalled()
  await used.unmount()
  const free = await show('active')
  await free.getByRole('button', { name: 'Actions: Amal' }).click()
  await free.getByRole('menuitem', { name: 'Archive', exact: true }).click()
  expect(free.calls.archive).toHaveBeenCalledExactlyOnceWith({ id: 'c', version: 1 })
  await free.unmount()
  const archived = await show('archived', inUse)
  await archived.getByRole('button', { name: 'Actions: Amal' }).click()
  await archived.getByRole('menuitem', { name: 'Restore', exact: true }).click()
  expect(archived.calls.restore).toHaveBeenCalledExactlyOnceWith({ id: 'c', version: 1 })
})
