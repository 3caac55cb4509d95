import { afterEach, expect, test } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { useRoot } from '#web/state.ts'
import { otherTheme, switchTheme, useTheme } from './preferences.ts'

afterEach(() => delete document.documentElement.dataset['theme'])

test('a theme is shown and kept at once, and every place that shows it follows', async () => {
  const [menu, page] = [await renderHook(useTheme), await renderHook(useTheme)]
  expect(menu.result.current).toBe('dark')
  await menu.act(() => switchTheme(otherTheme()))
  expect([menu.result.current, page.result.current]).toEqual(['light', 'light'])
  expect(document.documentElement.dataset['theme']).toBe('light')
  expect(document.cookie).toContain('theme=light')
  expect(useRoot.getState().commonState.theme).toBe('light')
  await page.act(() => switchTheme(otherTheme()))
  expect(menu.result.current).toBe('dark')
  expect(document.cookie).toContain('theme=dark')
})
