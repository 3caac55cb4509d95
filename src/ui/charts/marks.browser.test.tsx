import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import '../tokens.css'
import '../base.css'
import { BarRows } from './bar-rows.tsx'
import { SampleHeat, sampleRanks, sampleRows, sampleSessions } from './kit.series.sample.tsx'
import { SeriesChart } from './series-chart.tsx'
import type { ChartSeries } from './chart-series.ts'
import { Spark } from './spark.tsx'
import arabic from '../text.ar.json'
import english from '../text.en.json'

const root = document.documentElement
afterEach(() => {
  vi.restoreAllMocks()
  root.lang = 'en'
  root.dir = 'ltr'
})

async function show(children: ReactNode, width: number, language: 'en' | 'ar' = 'en') {
  await page.viewport(width, 900)
  Object.assign(root, { lang: language, dir: language === 'ar' ? 'rtl' : 'ltr' })
  const router = createRouter({ routeTree: createRootRoute({ component: () => children }), history: createMemoryHistory() })
  const screen = await render(
    <IntlProvider locale={language} messages={{ ui: language === 'ar' ? arabic : english }} timeZone="UTC">
      <RouterProvider router={router} />
    </IntlProvider>,
  )
  await expect.element(screen.getByRole('heading')).toBeVisible()
  return { screen, router }
}

const series: ChartSeries[] = [
  { key: 'came', name: 'Came', look: 'bar', tone: 'turf' },
  { key: 'missed', name: 'Missed', look: 'bar', tone: 'neutral' },
  { key: 'free', name: 'Free', look: 'free', tone: 'neutral' },
]
const stacked = (count: number, none?: string) => (
  <SeriesChart title="Who came?" exportName="came" isStacked series={series} points={sampleSessions(count)} total="Places" none={none} />
)
const line = (values: (number | null)[]) => (
  <SeriesChart
    title="Members?"
    exportName="members"
    series={[{ key: 'it', name: 'Members', look: 'line', tone: 'turf' }]}
    points={values.map((it, at) => ({ key: `${at}`, label: `${at + 1}`, values: { it } }))}
  />
)
const marksIn = (container: Element) => [...container.querySelectorAll<HTMLElement>('[data-mark]')]
const partsOf = (container: Element, part: string) => [
  ...container.querySelectorAll<HTMLElement>(`[class*="_${part}"], [class*="${part}_"]`),
]
const boxOf = (element: Element | null | undefined) => element!.getBoundingClientRect()
const said = (container: Element) => container.querySelector('[role="status"]')?.textContent
const focused = () => document.activeElement?.getAttribute('data-mark')

test('a chart is one tab stop, and arrow keys lead from mark to mark as they are seen', async () => {
  const { screen } = await show(stacked(12), 1280)
  screen.getByRole('button', { name: 'CSV' }).element().focus()
  await userEvent.keyboard('{Tab}')
  expect(focused()).toBe('11')
  await expect.poll(() => partsOf(screen.container, 'card').length).toBe(1)
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(focused()).toBe('9')
  await userEvent.keyboard('{Home}')
  expect(focused()).toBe('0')
  await userEvent.keyboard('{ArrowLeft}')
  expect(focused()).toBe('0')
  await userEvent.keyboard('{End}{Escape}')
  expect(focused()).toBe('11')
  await expect.poll(() => partsOf(screen.container, 'card').length).toBe(0)
  // The mark that had the focus is the next tab stop.
  await userEvent.keyboard('{Home}{Shift>}{Tab}{/Shift}{Tab}')
  expect(focused()).toBe('0')
  expect(marksIn(screen.container).filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  await screen.unmount()
})

test('in Arabic the arrows follow the mirrored axis, and numerals stay', async () => {
  const { screen } = await show(stacked(5), 1280, 'ar')
  const [first, last] = [marksIn(screen.container)[0], marksIn(screen.container)[4]]
  expect(boxOf(first).left).toBeGreaterThan(boxOf(last).left)
  last?.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(focused()).toBe('3')
  await screen.unmount()
})

test('a tap shows the figures of a mark and says them, and only the next one follows its link', async () => {
  const { screen, router } = await show(stacked(4), 414)
  // The mouse may lie anywhere, and a card that it shows makes the first tap a second one.
  await screen.getByRole('heading').hover()
  await expect.poll(() => partsOf(screen.container, 'card').length).toBe(0)
  const mark = marksIn(screen.container)[1]!
  const tap = () => {
    mark.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }))
    mark.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
  }
  const before = router.state.location.pathname
  tap()
  await expect.poll(() => partsOf(screen.container, 'card').length).toBe(1)
  expect(said(screen.container)).toMatch(/7 September 2026: Came 13, Missed 2, Free 5, Places 20/)
  expect(router.state.location.pathname).toBe(before)
  // A tap elsewhere closes the card.
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }))
  await expect.poll(() => partsOf(screen.container, 'card').length).toBe(0)
  tap()
  await expect.poll(() => partsOf(screen.container, 'card').length).toBe(1)
  tap()
  await expect.poll(() => router.state.location.pathname).toBe('/services/session')
  await screen.unmount()
})

test.each([320, 768, 1280, 1680])('forty stacks fit at %i px without labels that overlap', async (width) => {
  const { screen } = await show(stacked(40), width)
  expect(marksIn(screen.container)).toHaveLength(40)
  await expect.poll(() => root.scrollWidth).toBeLessThanOrEqual(width)
  await expect
    .poll(() => {
      const labels = partsOf(screen.container, 'label').filter((label) => label.checkVisibility({ visibilityProperty: true }))
      const texts = labels.map((label) => {
        const range = document.createRange()
        range.selectNodeContents(label)
        return range.getBoundingClientRect()
      })
      return texts.filter((box, at) => at > 0 && box.left < texts[at - 1]!.right).length
    })
    .toBe(0)
  await screen.unmount()
})

test('the parts of a stack lie on each other up to the sum', async () => {
  const { screen } = await show(stacked(3), 1280)
  const bars = partsOf(marksIn(screen.container)[1]!, 'bar').filter((bar) => bar.dataset['look'])
  expect(bars.map((bar) => bar.dataset['look'])).toEqual(['bar', 'bar', 'free'])
  const boxes = bars.map(boxOf)
  for (const [at, box] of boxes.entries()) if (at > 0) expect(Math.abs(box.bottom - boxes[at - 1]!.top)).toBeLessThan(1)
  // 13 came of 20 places.
  expect(boxes[0]!.height / (boxes[0]!.bottom - boxes[2]!.top)).toBeCloseTo(13 / 20, 1)
  await screen.unmount()
})

test('the table and the file have every figure, and a missing one is a dash or empty', async () => {
  const created = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:none')
  const { screen } = await show(line([3, null, 5]), 768)
  await screen.getByRole('button', { name: 'CSV' }).click()
  await expect.poll(() => created.mock.calls.length).toBe(1)
  expect(await (created.mock.calls[0]![0] as Blob).text()).toMatch(/When,Members\r?\n1,3\r?\n2,\r?\n3,5/)
  await screen.getByRole('button', { name: 'Table' }).click()
  await expect.element(screen.getByRole('table', { name: 'Members?' })).toBeVisible()
  const rows = [...screen.container.querySelectorAll('tr')].map((row) => [...row.cells].map(({ textContent }) => textContent))
  expect(rows).toEqual([
    ['When', 'Members'],
    ['1', '3'],
    ['2', '–'],
    ['3', '5'],
  ])
  await screen.unmount()
})

test('one point is drawn, and a chart without figures says so and has no table', async () => {
  const { screen } = await show(line([4]), 320)
  await expect.element(screen.getByRole('img', { name: '1: 4', exact: true })).toBeVisible()
  expect(partsOf(screen.container, 'ball')).toHaveLength(1)
  await screen.unmount()
  const { screen: empty } = await show(stacked(0, 'No sessions yet'), 320)
  await expect.element(empty.getByText('No sessions yet')).toBeVisible()
  expect(empty.getByRole('button').elements()).toHaveLength(0)
  await empty.unmount()
})

test('bars and a line below zero stay inside their plot', async () => {
  const { screen } = await show(line([3, -4, 2]), 768)
  const plot = boxOf(partsOf(screen.container, 'column')[1])
  const dot = boxOf(partsOf(screen.container, 'dot')[1])
  expect(dot.bottom).toBeLessThanOrEqual(plot.bottom)
  expect(dot.top).toBeGreaterThan(boxOf(partsOf(screen.container, 'zero')[0]).top)
  await screen.unmount()
})

test('each line of ranks ends at its name', async () => {
  const { screen } = await show(<SeriesChart title="Who moved up?" exportName="ranks" isRank {...sampleRanks()} />, 1280)
  const ends = partsOf(screen.container, 'ends')[0]!
  expect([...ends.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toContain('Emma Clarke')
  const tops = [...ends.children].map((end) => boxOf(end).top).toSorted((a, b) => a - b)
  for (const [at, top] of tops.entries()) if (at > 0) expect(top - tops[at - 1]!).toBeGreaterThan(15)
  await screen.unmount()
})

test.each([
  [320, 'en'],
  [1280, 'en'],
  [320, 'ar'],
] as const)('a heat map has a figure in each field and fits at %i px: %s', async (width, language) => {
  const { screen } = await show(<SampleHeat />, width, language)
  await expect.poll(() => root.scrollWidth).toBeLessThanOrEqual(width)
  for (const mark of marksIn(screen.container)) {
    expect(mark.textContent).toMatch(/\d\P{Nd}*%/u)
    expect(mark.getAttribute('aria-label')).toMatch(/\d/)
  }
  await screen.unmount()
})

test('arrow keys lead through a heat map in four directions, over fields that are missing', async () => {
  const { screen } = await show(<SampleHeat />, 1280)
  marksIn(screen.container)[0]?.focus()
  const [row, column] = focused()!.split(' ')
  await userEvent.keyboard('{ArrowRight}')
  expect(focused()!.startsWith(`${row} `)).toBe(true)
  await userEvent.keyboard('{ArrowLeft}{ArrowDown}')
  expect(focused()!.endsWith(` ${column}`)).toBe(true)
  await userEvent.keyboard('{ArrowUp}')
  expect(focused()).toBe(`${row} ${column}`)
  await expect.poll(() => partsOf(screen.container, 'card').length).toBe(1)
  await screen.unmount()
})

test.each([320, 768, 1280])('rows have one scale and cut a long name at %i px', async (width) => {
  const load: ChartSeries[] = [
    { key: 'held', name: 'Held', look: 'bar', tone: 'turf' },
    { key: 'planned', name: 'Planned', look: 'hatched', tone: 'neutral' },
  ]
  const { screen } = await show(<BarRows title="Load?" exportName="load" first="Trainer" series={load} rows={sampleRows(4)} />, width)
  await expect.poll(() => root.scrollWidth).toBeLessThanOrEqual(width)
  const widths = marksIn(screen.container).map((mark) => boxOf(mark.querySelector('[data-tone="turf"]')).width)
  // 40, 33, 26 and 19 hours.
  for (const [at, hours] of [40, 33, 26, 19].entries()) expect(widths[at]! / widths[0]!).toBeCloseTo(hours / 40, 1)
  await expect.element(screen.getByRole('link', { name: 'Trainer 1: Held 40, Planned 12', exact: true })).toBeVisible()
  await screen.unmount()
})

test('a spark needs two values and has its course in words', async () => {
  const { screen } = await show(
    <>
      <h2>Spark</h2>
      <Spark values={[3]} label="one" />
      <Spark values={[3, 9]} label="3 to 9" />
    </>,
    320,
  )
  expect(screen.getByRole('img').elements()).toHaveLength(1)
  await expect.element(screen.getByRole('img', { name: '3 to 9' })).toBeVisible()
  await screen.unmount()
})
