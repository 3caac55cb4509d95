import toast, { useToasterStore } from 'react-hot-toast'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render, renderHook } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { toastError, toastLimit, toastSuccess, toastUndo } from '#ui/toast.tsx'
import Notices from './notices.tsx'
import { initialState, useRoot } from '#web/state.ts'

/** Triggers a notice outside the product's own code; returns the notices visible now and a way to advance time. */
async function noticed(say: () => void) {
  await render(<Notices />)
  const { result, act } = await renderHook(() => useToasterStore().toasts)
  vi.useFakeTimers()
  await act(say)
  const visible = () => result.current.filter((one) => one.visible).map(({ message }) => message)
  return { visible, later: (ms: number) => act(() => void vi.advanceTimersByTime(ms)) }
}

beforeEach(() => toast.remove())
afterEach(() => {
  vi.useRealTimers()
  toast.remove()
  useRoot.setState(initialState, true)
})

test.each([
  ['a success', 2000, () => toastSuccess('Saved')],
  ['an error', 4000, () => toastError('Unknown Error')],
  ['any other toast', 4000, () => void toast('Look')],
  ['the alert slice', 3000, () => useRoot.setState({ alert: { kind: 'success', message: 'Welcome' } })],
  ['the alert slice of an error', 3000, () => useRoot.setState({ alert: { kind: 'error', message: 'Unknown Error' } })],
])('%s is shown for %i ms', async (_name, time, say) => {
  const { visible, later } = await noticed(say)
  expect(visible()).toHaveLength(1)
  await later(time - 1)
  expect(visible()).toHaveLength(1)
  await later(1)
  expect(visible()).toEqual([])
  expect(useRoot.getState().alert).toBeNull()
})

test('what is loading is shown until it has loaded', async () => {
  const { visible, later } = await noticed(() => void toast.loading('Loading'))
  await later(24 * 60 * 60_000)
  expect(visible()).toEqual(['Loading'])
})

test('at most 20 toasts are kept, the latest', async () => {
  const { visible } = await noticed(() => {
    for (let index = 1; index <= 25; index++) toastError(`Failure ${index}`)
  })
  expect(toastLimit).toBe(20)
  expect(visible()).toEqual(Array.from({ length: 20 }, (_, index) => `Failure ${25 - index}`))
})

test.each([
  ['a click', () => userEvent.click(page.getByRole('button', { name: 'Undo' }))],
  ['a key', () => userEvent.keyboard('{Tab}{Enter}')],
])('after an undo by %s the next toasts leave by themselves', async (_name, undo) => {
  const screen = await render(<Notices />)
  const undone = vi.fn()
  toastUndo('Archived', 'Undo', undone)
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
  await undo()
  await userEvent.hover(document.documentElement, { position: { x: 1, y: 1 } })
  expect(undone).toHaveBeenCalledOnce()
  await expect.element(screen.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  toastSuccess('Saved', 50)
  await expect.element(screen.getByText('Saved')).toBeVisible()
  await expect.element(screen.getByText('Saved')).not.toBeInTheDocument()
})

test('toasts stay clear of each other when the window becomes narrow', async () => {
  await page.viewport(900, 700)
  const screen = await render(<Notices />)
  for (const name of ['Badminton', 'Gymnastics'])
    toastError(`A batch or a session of ${name} to come still has this trainer. Choose another one first.`, 60_000)
  const alerts = screen.getByRole('alert')
  await expect.poll(() => alerts.elements().length).toBe(2)
  await page.viewport(320, 700)
  await expect
    .poll(() => {
      const [later, earlier] = alerts.elements().map((alert) => alert.getBoundingClientRect())
      return later && earlier && earlier.bottom <= later.top
    })
    .toBe(true)
  await page.viewport(1280, 900)
})
