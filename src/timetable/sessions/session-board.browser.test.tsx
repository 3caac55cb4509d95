import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import '#ui/tokens.css'
import '#ui/fonts.css'
import '#ui/base.css'
import { hourHeight } from './axis.rules.ts'
import type { BoardColumn } from './board.rules.ts'
import type { ClosedHours } from './closed.rules.ts'
import { SessionBoard } from './session-board.tsx'
import type { BoardSlot } from './use-slot.ts'
import type { Session } from './session.contract.ts'
import sessions from './text.en.json'

const names = ['Junior football', 'Evening swimming', 'Basketball for grown-ups', 'Yoga at lunch']

/** A day of simultaneous sessions. */
const day = (key: string, count: number): BoardColumn => ({
  key,
  label: key,
  sessions: names.slice(0, count).map(
    (batchName, at) =>
      ({
        id: `${key}${at}`,
        batchName,
        startingTime: '17:00',
        endingTime: '18:00',
        trainerName: 'Mariam Haddad',
        state: 'scheduled',
        booked: 8,
        capacity: 12,
        surface: 'turf',
      }) as Session,
  ),
})

/** The board in a window of 1,280 pixels next to the open sidebar. */
async function show(columns: BoardColumn[], onSlot: ((slot: BoardSlot) => void) | null = null, onClosed?: (closure: ClosedHours) => void) {
  const rootRoute = createRootRoute({
    component: () => (
      <div style={{ inlineSize: 984 }}>
        <SessionBoard columns={columns} onMove={null} dayLink={(key) => ({ date: key })} onSlot={onSlot} onClosed={onClosed} />
      </div>
    ),
  })
  const screen = await render(
    <IntlProvider locale="en" messages={{ sessions }} timeZone="UTC">
      <RouterProvider router={createRouter({ routeTree: rootRoute, history: createMemoryHistory() })} />
    </IntlProvider>,
  )
  await expect.element(screen.getByRole('region', { name: 'Calendar' })).toBeVisible()
  await document.fonts.ready
  return screen
}

/** The unreadable parts of a week: a name that is cut, and a board wider than its window. */
function unreadable(container: Element): string[] {
  const cut = [...container.querySelectorAll('a strong')].filter((name) => name.scrollHeight > name.clientHeight + 1)
  const board = container.querySelector('section')
  return [
    ...cut.map((name) => name.textContent ?? ''),
    ...(board && board.scrollWidth > board.clientWidth ? [`${board.scrollWidth} of ${board.clientWidth} pixels`] : []),
  ]
}

test('three sessions at once on three days of a week are read in full at 1,280 pixels', async () => {
  const week = [3, 2, 3, 0, 3, 0, 1].map((count, at) => day(`Day ${at}`, count))
  const { container } = await show(week)
  expect(container.querySelectorAll('a strong')).toHaveLength(12)
  expect(unreadable(container)).toEqual([])
})

test('what does not fit beside the others leads to the day that has room for it', async () => {
  const screen = await show([day('2026-11-23', 4), day('2026-11-24', 2)])
  expect(screen.container.querySelectorAll('a strong')).toHaveLength(5)
  const more = screen.getByRole('link', { name: '1 more' })
  await expect.element(more).toHaveAttribute('href', '/?date=2026-11-23')
  expect(unreadable(screen.container)).toEqual([])
})

test.each([6, 7])('a week with three at once on each of %i days shows two of them, each in full, and counts the third', async (days) => {
  const screen = await show(Array.from({ length: days }, (_, at) => day(`Day ${at}`, 3)))
  expect(screen.container.querySelectorAll('a strong')).toHaveLength(2 * days)
  expect(screen.getByRole('link', { name: '1 more' }).elements()).toHaveLength(days)
  expect(unreadable(screen.container)).toEqual([])
})

test('hours without a session are folded until they are asked for', async () => {
  const screen = await show([day('Monday', 1)])
  await screen.getByRole('button', { name: '00:00–17:00 Show' }).click()
  await expect.element(screen.getByRole('button', { name: '00:00–17:00 Show' })).not.toBeInTheDocument()
  // The focus stays with the board for keyboard users.
  await expect.element(screen.getByRole('region', { name: 'Calendar' })).toHaveFocus()
})

test('a day without sessions is a strip of 40 pixels until it is opened', async () => {
  const screen = await show([day('Monday', 1), day('Tuesday', 0)])
  const strip = screen.getByRole('list', { name: 'Tuesday' })
  expect(strip.element().clientWidth).toBeLessThanOrEqual(40)
  await screen.getByRole('button', { name: /^Show Tuesday/ }).click()
  expect(strip.element().clientWidth).toBeGreaterThan(90)
})

test('a short session gives up its time first, then the count of its places', async () => {
  const shorter = (endingTime: string) => {
    const column = day('Monday', 1)
    return { ...column, sessions: column.sessions.map((row) => ({ ...row, endingTime })) }
  }
  const seen = async (endingTime: string) => {
    const screen = await show([shorter(endingTime)])
    const isSeen = (text: string) => {
      const [part] = [...screen.container.querySelectorAll<HTMLElement>('a span')].filter((one) => one.textContent === text)
      return (
        part !== undefined && getComputedStyle(part).clipPath === 'none' && getComputedStyle(part.parentElement ?? part).clipPath === 'none'
      )
    }
    const parts = ['17:00–' + endingTime, '8/12'].map(isSeen)
    await screen.unmount()
    return parts
  }
  expect(await seen('18:00')).toEqual([true, true])
  expect(await seen('17:45')).toEqual([false, true])
  expect(await seen('17:30')).toEqual([false, false])
})

test('an empty slot is chosen by a click, by a drag, and by the keyboard, in quarters of an hour', async () => {
  const chosen = vi.fn()
  const screen = await show([day('Monday', 1), { ...day('Tuesday', 1), key: 'Tuesday' }], chosen)
  const column = screen.getByRole('list', { name: 'Monday' })
  await screen.getByRole('button', { name: '00:00–17:00 Show' }).click()
  const press = (type: string, y: number) =>
    column.element().dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        cancelable: true,
        pointerId: 1,
        button: 0,
        clientX: 120,
        clientY: column.element().getBoundingClientRect().top + y,
      }),
    )
  // A real pointer can be captured, one of a test cannot.
  column.element().setPointerCapture = () => {}
  const slots = () => screen.container.querySelectorAll('[data-slot]').length
  press('pointerdown', 9.3 * hourHeight)
  await expect.poll(slots).toBe(1)
  press('pointerup', 9.3 * hourHeight)
  await expect.poll(() => chosen.mock.lastCall).toEqual([{ column: 'Monday', from: 9 * 60 + 15, to: 10 * 60 + 15 }])
  press('pointerdown', 10 * hourHeight + 1)
  await expect.poll(slots).toBe(1)
  press('pointermove', 11.3 * hourHeight)
  await expect.poll(() => screen.container.querySelector('[data-slot]')?.textContent).toBe('10:00–11:30')
  press('pointerup', 11.3 * hourHeight)
  await expect.poll(() => chosen.mock.lastCall).toEqual([{ column: 'Monday', from: 600, to: 690 }])
  screen.getByRole('button', { name: 'Add on Monday at 00:00' }).element().focus()
  await userEvent.keyboard('{PageDown}{ArrowDown}{ArrowRight}')
  await expect.element(screen.getByRole('button', { name: 'Add on Tuesday at 01:15' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => chosen.mock.lastCall).toEqual([{ column: 'Tuesday', from: 75, to: 135 }])
})

test('the arrow keys go past a day that is folded, to the next open one and back', async () => {
  const screen = await show([day('Monday', 1), day('Tuesday', 0), day('Wednesday', 1)], vi.fn())
  const slotOf = (key: string) => screen.getByRole('button', { name: `Add on ${key} at 17:00` })
  slotOf('Monday').element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(slotOf('Wednesday')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(slotOf('Monday')).toHaveFocus()
})

const repairs = {
  id: 'repairs',
  fromDay: '2026-11-23',
  toDay: '2026-11-23',
  startingTime: '14:00',
  endingTime: '18:00',
  hallTitle: 'North pitch',
  label: 'Repairs',
} as ClosedHours

test('closed hours are shown next to the sessions of other halls, whatever does not fit, and lead to their closure', async () => {
  const opened = vi.fn()
  const screen = await show([{ ...day('Monday', 4), closedHours: [repairs] }, day('Tuesday', 0)], null, opened)
  const block = screen.getByRole('button', { name: 'North pitch closed: Repairs 14:00–18:00' })
  // The hours are open although only one of them has sessions.
  expect(block.element().getBoundingClientRect().height).toBeGreaterThan(3.9 * hourHeight)
  await block.click()
  expect(opened.mock.lastCall).toEqual([repairs])
  for (const name of screen.container.querySelectorAll('a')) {
    const [one, other] = [name.getBoundingClientRect(), block.element().getBoundingClientRect()]
    expect(one.right <= other.left || one.left >= other.right || one.bottom <= other.top || one.top >= other.bottom).toBe(true)
  }
})

test('who may not open them again reads closed hours, also on a day that has nothing else', async () => {
  const screen = await show([day('Monday', 1), { ...day('Tuesday', 0), closedHours: [repairs] }])
  await expect.element(screen.getByText('North pitch closed: Repairs')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /Repairs/ })).not.toBeInTheDocument()
})

test('the keyboard’s slot lies over the sessions of its hour, and a day’s ring is around its whole name', async () => {
  const screen = await show([day('Monday', 2)], () => {})
  const tabTo = async (target: { element: () => Element }) => {
    while (document.activeElement !== target.element()) await userEvent.tab()
  }
  const name = screen.getByRole('link', { name: 'Monday', exact: true })
  await tabTo(name)
  const ringOf = (element: Element | null | undefined) => getComputedStyle(element!).outlineStyle
  // The name cuts off what is longer, and a ring inside it.
  expect([ringOf(name.element()), ringOf(name.element().parentElement)]).toEqual(['none', 'solid'])
  const slot = screen.getByRole('button', { name: 'Add on Monday at 17:00' })
  await tabTo(slot)
  const { left, top, width, height } = slot.element().getBoundingClientRect()
  expect(slot.element().contains(document.elementFromPoint(left + width / 4, top + height / 2))).toBe(true)
})
