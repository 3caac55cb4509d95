import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import lib from '#lib/text.en.json'
import { ArchiveAction } from './entity-list.tsx'
import ui from './text.en.json'

const inUse = lib.failures['customer/in-use']

function show(state: string, reason?: string) {
  const calls = { archive: vi.fn(), restore: vi.fn() }
  return render(
    <IntlProvider locale="en" messages={{ lib, ui }} timeZone="UTC">
      <ArchiveAction
        row={{ id: 'c', version: 1, state }}
        calls={calls}
        name="Amal"
        messages={{ archived: 'Amal archived', restored: 'Amal restored' }}
        inUse={reason}
        onChanged={() => Promise.resolve()}
      />
    </IntlProvider>,
  )
}

test('what is in use cannot be archived and says why; what is archived can be restored all the same', async () => {
  const used = await show('active', inUse)
  const archive = used.getByRole('button', { name: 'Archive: Amal' })
  await expect.element(archive).toBeDisabled()
  await expect.element(archive).toHaveAttribute('title', inUse)
  await used.unmount()
  const free = await show('active')
  await expect.element(free.getByRole('button', { name: 'Archive: Amal' })).toBeEnabled()
  await free.unmount()
  const archived = await show('archived', inUse)
  await expect.element(archived.getByRole('button', { name: 'Restore: Amal' })).toBeEnabled()
})
