import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import { TilesField } from './tiles-field.tsx'

const picked = vi.fn()

function Sample() {
  const [value, setValue] = useState('')
  return (
    <IntlProvider locale="en" messages={{}} timeZone="UTC">
      <TilesField
        field={{ name: 'batch', id: 'batch', value, error: undefined, onChange: setValue, onBlur: () => {} }}
        label="Batch"
        options={['Juniors', 'Seniors', 'Squad'].map((name) => ({ value: name, label: name }))}
        placeholder="Choose"
        onPick={picked}
      />
    </IntlProvider>
  )
}

afterEach(async () => {
  picked.mockClear()
  await page.viewport(1280, 900)
})

test('a pressed tile says so, chosen or not; keys, which pass over tiles, only choose', async () => {
  await page.viewport(390, 844)
  const screen = await render(<Sample />)
  await screen.getByText('Juniors').click()
  expect(picked).toHaveBeenCalledOnce()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(screen.getByRole('radio', { name: 'Seniors' })).toBeChecked()
  await userEvent.keyboard('{ArrowDown} ')
  await expect.element(screen.getByRole('radio', { name: 'Squad' })).toBeChecked()
  expect(picked).toHaveBeenCalledOnce()
  await screen.getByRole('radio', { name: 'Squad' }).click()
  expect(picked).toHaveBeenCalledTimes(2)
})
