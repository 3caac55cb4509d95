import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import { moneyText } from '#lib/money.ts'
import '../tokens.css'
import '../base.css'
import { SeriesChart } from './series-chart.tsx'
import type { ChartPoint, ChartSeries } from './chart-series.ts'
import arabic from '../text.ar.json'
import english from '../text.en.json'
import { Waterfall, type WaterfallStep } from './waterfall.tsx'

const root = document.documentElement
afterEach(() => {
  vi.restoreAllMocks()
  root.lang = 'en'
  root.dir = 'ltr'
})

const pounds = new Intl.NumberFormat('en', { style: 'currency', currency: 'GBP' })
const write = (minor: number) => `${minor < 0 ? '−' : ''}${pounds.format(Math.abs(minor) / 100)}`
const short = (minor: number) => `£${minor / 100_000}k`
const csv = (minor: number) => minor / 100

const months: ChartPoint[] = Array.from({ length: 12 }, (_, at) => {
  const file = at === 0 ? '2025-12' : `2026-${String(at).padStart(2, '0')}`
  return {
    key: file,
    file,
    label: ['Dec', 'Jan', 'Feb', 'March', 'April', 'May', 'June', 'July', 'Aug', 'Sept', 'Oct', 'Nov'][at]!,
    values: {
      in: at === 11 ? 665_000 : 500_000 + at * 50_000,
      out: at === 11 ? 664_000 : 523_000,
      profit: at === 11 ? 660_000 : at * 10_000 - 30_000,
    },
    link: { to: '/finance', search: { month: file } },
    ...(at === 11 && { isOpen: true, note: 'to 23' }),
  }
})

const steps: WaterfallStep[] = [
  { key: 'sales', name: 'Sales', note: '212 bills', amount: 729_137, kind: 'start', link: { to: '/sales' } },
  { key: 'refunds', name: 'Refunds', amount: 0, kind: 'change', link: { to: '/sales' } },
  {
    key: 'pay',
    name: 'Trainer pay',
    amount: -256_200,
    kind: 'pending',
    pendingText: 'not approved yet',
    link: { to: '/finance' },
    rows: ['Emma', 'Daniel', 'Marcus', 'Priya', 'Tom'].map((name) => ({ name, amount: 51_240 })),
    verb: 'Review',
  },
  { key: 'expenses', name: 'Expenses', amount: -560_000, kind: 'change', link: { to: '/finance' } },
  { key: 'profit', name: 'Profit', amount: -87_063, kind: 'result' },
]

async function show(children: ReactNode, width: number, language: 'en' | 'ar' = 'en') {
  await page.viewport(width, 900)
  Object.assign(root, { lang: language, dir: language === 'ar' ? 'rtl' : 'ltr' })
  const router = createRouter({ routeTree: createRootRoute({ component: () => children }), history: createMemoryHistory() })
  const screen = await render(
    <IntlProvider locale={language} messages={{ ui: language === 'ar' ? arabic : english }} timeZone="UTC">
      <RouterProvider router={router} />
    </IntlProvider>,
  )
  await expect.element(screen.getByRole('list')).toBeVisible()
  return screen
}

const inAndOut: ChartSeries[] = [
  { key: 'in', name: 'Money in', look: 'bar', tone: 'turf' },
  { key: 'out', name: 'Money out', look: 'bar', tone: 'neutral' },
  { key: 'profit', name: 'Profit', look: 'line', tone: 'text' },
]
const year = (shown = months) => (
  <SeriesChart title="In or out?" exportName="year" few={6} series={inAndOut} points={shown} write={write} short={short} csv={csv} />
)
const fall = <Waterfall title="Where to?" note="November" exportName="fall" steps={steps} write={write} short={short} csv={csv} />

const boxOf = (element: Element | null | undefined) => element!.getBoundingClientRect()
const partsOf = (container: Element, part: string) => [...container.querySelectorAll(`[class*="_${part}"], [class*="${part}_"]`)]
const itemsOf = (container: Element) => [...container.querySelectorAll('ol > li')]

/** Pairs of texts that overlap. */
function overlapping(elements: Element[]): string[] {
  const shown = elements.filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.textContent)
  const boxes = shown.map((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return { text: element.textContent, box: range.getBoundingClientRect() }
  })
  return boxes.flatMap((a, at) =>
    boxes
      .slice(at + 1)
      .filter(
        (b) =>
          a.box.left < b.box.right - 0.5 &&
          b.box.left < a.box.right - 0.5 &&
          a.box.top < b.box.bottom - 0.5 &&
          b.box.top < a.box.bottom - 0.5,
      )
      .map((b) => `${a.text} over ${b.text}`),
  )
}

test('each month is a link whose name has its three figures; the table has them too', async () => {
  const screen = await show(year(), 1280)
  const october = screen.getByRole('link', { name: 'October 2026: Money in £10,000.00, Money out £5,230.00, Profit £700.00', exact: true })
  await expect.element(october).toHaveAttribute('href', '/finance?month=2026-10')
  expect(screen.getByRole('listitem').elements()).toHaveLength(12)
  await screen.getByRole('button', { name: 'Table' }).click()
  await expect.element(screen.getByRole('button', { name: 'Table' })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(screen.getByRole('table', { name: 'In or out?' })).toBeVisible()
  const rows = [...screen.container.querySelectorAll('tr')].map((row) => [...row.cells].map(({ textContent }) => textContent))
  expect(rows[0]).toEqual(['When', 'Money in', 'Money out', 'Profit'])
  expect(rows[1]).toEqual(['December 2025', '£5,000.00', '£5,230.00', '−£300.00'])
  expect(rows[12]).toEqual(['November 2026', '£6,650.00', '£6,640.00', '£6,600.00'])
  await screen.unmount()
})

test.each([320, 480, 640, 768, 1280, 1680])(
  'at %i px no label of the months lies over another, and the page does not scroll sideways',
  async (width) => {
    const screen = await show(year(), width)
    // The chart knows its size a frame later.
    await expect.poll(() => itemsOf(screen.container).filter((item) => item.checkVisibility()).length).toBe(width === 320 ? 6 : 12)
    const texts = () => {
      const labels = ['label', 'ends', 'axis'].flatMap((part) => partsOf(screen.container, part))
      return labels.flatMap((label) => (label.children.length > 1 ? [...label.children] : [label]))
    }
    await expect.poll(() => overlapping(texts())).toEqual([])
    expect(texts().length).toBeGreaterThan(12)
    expect(root.scrollWidth).toBeLessThanOrEqual(width)
    await screen.unmount()
  },
)

test('without any amount only the axis and the zero line are left', async () => {
  const screen = await show(year(months.map((month) => ({ ...month, values: { in: 0, out: 0, profit: 0 } }))), 768)
  expect(screen.container.querySelector('svg')).toBeNull()
  expect(partsOf(screen.container, 'ball')).toEqual([])
  expect(partsOf(screen.container, 'grid')).toEqual([])
  expect(partsOf(screen.container, 'zero')).toHaveLength(1)
  await screen.unmount()
})

test('the keyboard shows the card of a month, and Escape closes it', async () => {
  const screen = await show(year(), 1280)
  screen.getByRole('button', { name: 'CSV' }).element().focus()
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement?.textContent).toContain('November 2026')
  await userEvent.keyboard('{Home}')
  expect(document.activeElement?.textContent).toContain('December 2025')
  await expect.poll(() => partsOf(screen.container, 'card').length).toBe(1)
  const [card, column] = [boxOf(partsOf(screen.container, 'card')[0]), boxOf(document.activeElement)]
  expect(card.left).toBeGreaterThanOrEqual(column.right)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => partsOf(screen.container, 'card').length).toBe(0)
  await screen.unmount()
})

test('in Arabic the first month is at the right, and the line ends at the ball', async () => {
  const screen = await show(year(), 1280, 'ar')
  const items = itemsOf(screen.container)
  expect(boxOf(items[0]).left).toBeGreaterThan(boxOf(items[11]).left)
  const bars = partsOf(items[0]!, 'place').map(boxOf)
  expect(bars[0]!.left).toBeGreaterThan(bars[1]!.left)
  const ball = boxOf(partsOf(screen.container, 'ball')[0])
  const line = screen.container.querySelector('polyline')!
  const end = line.points[11]!.matrixTransform(line.getScreenCTM()!)
  expect(Math.abs(end.x - (ball.left + ball.width / 2))).toBeLessThan(1)
  expect(Math.abs(end.y - (ball.top + ball.height / 2))).toBeLessThan(1)
  await screen.unmount()
})

test('each bar of the waterfall ends at the running sum, a loss below zero', async () => {
  const screen = await show(fall, 1280)
  const zero = boxOf(partsOf(screen.container, 'zero')[0]).top
  const barOf = (at: number) => boxOf(itemsOf(screen.container)[at]!.querySelector('[class*="bar"]'))
  const sales = barOf(0)
  // The uppermost grid line is £8k.
  const unit = (zero - Math.min(...partsOf(screen.container, 'grid').map((line) => boxOf(line).top))) / 800_000
  expect(unit * 800_000).toBeGreaterThan(150)
  const near = (seen: number, sum: number) => expect(Math.abs((zero - seen) / unit - sum) * unit).toBeLessThan(1)
  near(sales.top, 729_137)
  near(sales.bottom, 0)
  expect(itemsOf(screen.container)[1]!.querySelector('[class*="bar"]')).toBeNull()
  expect(itemsOf(screen.container)[1]!.textContent).toContain('–')
  near(barOf(2).top, 729_137)
  near(barOf(2).bottom, 472_937)
  near(barOf(3).top, 472_937)
  near(barOf(3).bottom, -87_063)
  near(barOf(4).top, 0)
  near(barOf(4).bottom, -87_063)
  const result = boxOf(partsOf(itemsOf(screen.container)[4]!, 'value')[0])
  expect(result.top).toBeGreaterThan(barOf(4).bottom)
  await screen.unmount()
})

test('each step is a link named by its amount; focus shows its largest rows, and the table has every amount', async () => {
  const screen = await show(fall, 1280)
  await expect.element(screen.getByRole('link', { name: 'Sales, 212 bills: £7,291.37', exact: true })).toHaveAttribute('href', '/sales')
  await expect.element(screen.getByRole('img', { name: 'Profit: −£870.63', exact: true })).toBeVisible()
  const pay = screen.getByRole('link', { name: 'Trainer pay: −£2,562.00, not approved yet', exact: true })
  screen
    .getByRole('link', { name: /Refunds/ })
    .element()
    .focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(pay).toHaveFocus()
  await expect.element(pay).toHaveAccessibleDescription(/Emma.*Marcus.*2 others.*£1,024\.80.*Review/)
  const card = boxOf(partsOf(screen.container, 'card')[0])
  const bar = boxOf(itemsOf(screen.container)[2]!.querySelector('[class*="bar"]'))
  expect(card.left >= bar.right || card.right <= bar.left).toBe(true)
  await screen.getByRole('button', { name: 'Table' }).click()
  await expect.element(screen.getByRole('table', { name: 'Where to?' })).toBeVisible()
  const rows = [...screen.container.querySelectorAll('tr')].map((row) => [...row.cells].map(({ textContent }) => textContent))
  expect(rows).toEqual([
    ['Step', 'Amount'],
    ['Sales', '£7,291.37'],
    ['Refunds', '£0.00'],
    ['Trainer pay', '−£2,562.00'],
    ['Expenses', '−£5,600.00'],
    ['Profit', '−£870.63'],
  ])
  await screen.unmount()
})

test.each([
  [320, 'en'],
  [660, 'en'],
  [768, 'en'],
  [1280, 'en'],
  [1680, 'en'],
  [320, 'ar'],
  [700, 'ar'],
  [860, 'ar'],
] as const)('at %i px no text of the waterfall lies over another: %s', async (width, language) => {
  const dinars = (minor: number) => moneyText(minor * 10, 'KWD', 3, 'ar-u-nu-latn', true)
  const amounts = language === 'ar' ? dinars : write
  const screen = await show(<Waterfall title="Where to?" exportName="fall" steps={steps} write={amounts} csv={csv} />, width, language)
  const texts = ['value', 'words', 'name', 'note'].flatMap((part) => itemsOf(screen.container).flatMap((item) => partsOf(item, part)))
  expect(texts.length).toBeGreaterThan(10)
  expect(overlapping(texts)).toEqual([])
  expect(root.scrollWidth).toBeLessThanOrEqual(width)
  await screen.unmount()
})

test('the files have the figures of the tables, in major units', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file)
    return '#'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  for (const chart of [year(), fall]) {
    const screen = await show(chart, 1280)
    ;(screen.getByRole('button', { name: 'CSV' }).element() as HTMLElement).click()
    await expect.poll(() => files.length).toBe(chart === fall ? 2 : 1)
    await screen.unmount()
  }
  const lines = await Promise.all(files.map(async (file) => (await file.text()).replace('\uFEFF', '').trim().split(/\r?\n/)))
  expect(lines[0]).toHaveLength(13)
  expect(lines[0]!.slice(0, 2)).toEqual(['When,Money in,Money out,Profit', '2025-12,5000,5230,-300'])
  expect(lines[1]).toEqual(['Step,Amount', 'Sales,7291.37', 'Refunds,0', 'Trainer pay,-2562', 'Expenses,-5600', 'Profit,-870.63'])
})

test('the waterfall is mirrored in Arabic, and without room it becomes rows whose bars lie side by side', async () => {
  const wide = await show(fall, 1280, 'ar')
  const columns = itemsOf(wide.container).map(boxOf)
  expect(columns[0]!.left).toBeGreaterThan(columns[4]!.left)
  await wide.unmount()
  for (const language of ['en', 'ar'] as const) {
    const narrow = await show(fall, 320, language)
    const rows = itemsOf(narrow.container).map(boxOf)
    for (const [at, row] of rows.entries()) {
      expect(row.height).toBeGreaterThanOrEqual(40)
      if (at > 0) expect(row.top).toBeGreaterThanOrEqual(rows[at - 1]!.bottom)
    }
    const barOf = (at: number) => boxOf(itemsOf(narrow.container)[at]!.querySelector('[class*="bar"]'))
    const [pay, expenses] = [barOf(2), barOf(3)]
    // Each continues where the one before it ended, in one scale for all rows.
    const side = language === 'ar' ? 'left' : 'right'
    expect(Math.abs(barOf(0)[side] - pay[side])).toBeLessThan(1)
    expect(Math.abs(language === 'ar' ? expenses.left - pay.right : expenses.right - pay.left)).toBeLessThan(1)
    await narrow.unmount()
  }
})
