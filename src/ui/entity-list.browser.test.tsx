import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import lib from '#lib/text.en.json'
import { ArchiveAction } from './entity-list.tsx'
import ui from './text.en.json'
import { Toasts } from './toast.tsx'

const inUse = lib.failures['customer/in-use']

async function show(state: string, reason?: string) {
  const calls = { archive: vi.fn(), restore: vi.fn() }
  const screen = await render(
    <IntlProvider locale="en" messages={{ lib, ui }} timeZone="UTC">
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
  const archive = used.getByRole('button', { name: 'Archive: Amal' })
  await expect.element(archive).toHaveAttribute('aria-disabled', 'true')
  await expect.element(archive).toHaveAttribute('title', inUse)
  // Touch has no hover: pressing shows the reason too, and makes no call.
  await archive.click({ force: true })
  await expect.element(used.getByText(inUse)).toBeVisible()
  expect(used.calls.archive).not.toHaveBeenCalled()
  await used.unmount()
  const free = await show('active')
  await expect.element(free.getByRole('button', { name: 'Archive: Amal' })).not.toHaveAttribute('aria-disabled')
  await free.unmount()
  const archived = await show('archived', inUse)
  await expect.element(archived.getByRole('button', { name: 'Restore: Amal' })).not.toHaveAttribute('aria-disabled')
})
