import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import '#ui/tokens.css'
import '#ui/fonts.css'
import '#ui/base.css'
import { SessionBoard, type BoardColumn } from './session-board.tsx'
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
async function show(columns: BoardColumn[]) {
  const rootRoute = createRootRoute({
    component: () => (
      <div style={{ inlineSize: 984 }}>
        <SessionBoard columns={columns} onMove={null} dayLink={(key) => ({ date: key })} />
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
  await screen.getByRole('button', { name: '08:00–17:00 Show' }).click()
  await expect.element(screen.getByRole('button', { name: '08:00–17:00 Show' })).not.toBeInTheDocument()
  // The focus stays with the board for keyboard users.
  await expect.element(screen.getByRole('region', { name: 'Calendar' })).toHaveFocus()
})
