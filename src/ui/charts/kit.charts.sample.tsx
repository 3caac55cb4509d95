import { moneyText } from '#lib/money.ts'
import { Button } from '../button.tsx'
import { ChartBlock } from './chart-block.tsx'
import { nothing } from '../lists/kit.lists.sample.tsx'
import { say, type Samples } from '../kit.fields.sample.tsx'
import { KeyFigures, KeyFigureChange } from '../key-figures.tsx'
import { SeriesChart } from './series-chart.tsx'
import type { ChartPoint, ChartSeries } from './chart-series.ts'
import { currentLanguage } from '../preferences.ts'

import { Waterfall, type WaterfallStep } from './waterfall.tsx'

const locale = () => (currentLanguage() === 'ar' ? 'ar-u-nu-latn' : 'en-GB')

/** Amounts in the currency of the sample's language, as screens write them. */
const write = (minor: number) =>
  currentLanguage() === 'ar' ? moneyText(minor * 10, 'KWD', 3, locale(), true) : moneyText(minor, 'GBP', 2, locale(), true)

const short = (minor: number) => {
  const text = new Intl.NumberFormat('en', { notation: 'compact' }).format(Math.abs(minor) / 100).toLowerCase()
  return minor === 0 ? '0' : `${minor < 0 ? '−' : ''}${say('£', '')}${text}`
}

const csv = (minor: number) => minor / 100

/** Money in and out of each month in whole pounds, and the profit. */
const figures = [
  [3120, 5230, -1480],
  [6860, 6120, 640],
  [6010, 5880, -260],
  [7310, 6240, 820],
  [7950, 6610, 1090],
  [8920, 7040, 1510],
  [10_050, 7690, 1990],
  [9780, 7920, 1640],
  [9440, 7760, 1330],
  [9980, 7840, 1760],
  [11_480, 8980, 2120],
  [6650, 7728.5, 646.77],
] as const

export const sampleMonths = (scale = 1): ChartPoint[] =>
  figures.map(([received, spent, profit], at) => {
    const date = new Date(Date.UTC(2025, 11 + at, 1))
    const file = date.toISOString().slice(0, 7)
    return {
      key: file,
      file,
      label: date.toLocaleDateString(locale(), { month: 'short', timeZone: 'UTC' }),
      values: {
        in: Math.round(received * scale * 100),
        out: Math.round(spent * scale * 100),
        profit: Math.round(profit * scale * 100),
      },
      link: { to: '/finance', search: { month: file } },
      ...(at === 11 && { isOpen: true, note: say('to 23', 'حتى 23') }),
    }
  })

const trainers = () => [
  { name: say('Emma Clarke', 'يوسف العنزي'), amount: 81_000 },
  { name: say('Daniel Hughes', 'سارة المطيري'), amount: 60_000 },
  { name: say('Marcus Johnson', 'فهد الرشيدي'), amount: 43_200 },
  { name: say('Priya Shah', 'منى الكندري'), amount: 32_000 },
  { name: say('Tom Baker', 'علي الصباح'), amount: 24_000 },
  { name: say('Lucy Evans', 'هند العلي'), amount: 16_000 },
]

/** From sales to profit, or to a loss with higher expenses. */
export const sampleSteps = (expenses = 385_445): WaterfallStep[] => [
  {
    key: 'sales',
    name: say('Sales', 'المبيعات'),
    note: say('212 bills', '212 فاتورة'),
    amount: 729_137,
    kind: 'start',
    link: { to: '/sales' },
  },
  {
    key: 'discounts',
    name: say('Discounts', 'الخصومات'),
    note: say('18 bills', '18 فاتورة'),
    amount: -21_240,
    kind: 'change',
    link: { to: '/sales' },
    rows: [
      { name: say('Siblings', 'الإخوة'), amount: -15_000 },
      { name: say('Early payment', 'الدفع المبكر'), amount: -6240 },
    ],
    verb: say('See the bills', 'عرض الفواتير'),
  },
  {
    key: 'refunds',
    name: say('Refunds', 'المبالغ المستردة'),
    note: say('None', 'لا شيء'),
    amount: 0,
    kind: 'change',
    link: { to: '/sales' },
  },
  {
    key: 'commission',
    name: say('Commission', 'عمولة المنصة'),
    note: say('2 sales', 'عمليتا بيع'),
    amount: -533,
    kind: 'change',
    link: { to: '/finance' },
  },
  {
    key: 'pay',
    name: say('Trainer pay', 'أجور المدربين'),
    note: say('85 sessions', '85 حصة'),
    amount: -256_200,
    kind: 'pending',
    pendingText: say('not approved yet', 'بانتظار الاعتماد'),
    link: { to: '/finance' },
    rows: trainers(),
    verb: say('Review and approve', 'مراجعة واعتماد'),
  },
  {
    key: 'expenses',
    name: say('Expenses', 'المصروفات'),
    note: say('13 expenses', '13 مصروفًا'),
    amount: -expenses,
    kind: 'change',
    link: { to: '/finance' },
  },
  {
    key: 'profit',
    name: say('Profit', 'الربح'),
    amount: 729_137 - 21_240 - 533 - 256_200 - expenses,
    kind: 'result',
  },
]

const inAndOut = (): ChartSeries[] => [
  { key: 'in', name: say('Money in', 'المقبوضات'), look: 'bar', tone: 'turf' },
  { key: 'out', name: say('Money out', 'المدفوعات'), look: 'bar', tone: 'neutral' },
  { key: 'profit', name: say('Profit', 'الربح'), look: 'line', tone: 'text' },
]

/** A year of money in and out. */
export function SampleYear({ months = sampleMonths() }: { months?: ChartPoint[] }) {
  return (
    <SeriesChart
      title={say('Is more coming in than going out?', 'هل المقبوضات أكثر من المدفوعات؟')}
      note={say('Money in and out by month, with profit', 'المقبوضات والمدفوعات والربح شهريًا')}
      exportName="kit"
      few={6}
      series={inAndOut()}
      points={months}
      write={write}
      short={short}
      csv={csv}
    />
  )
}

function Steps({ steps, hasAxis = true }: { steps: WaterfallStep[]; hasAxis?: boolean }) {
  return (
    <Waterfall
      title={say('Where did the sales go?', 'أين ذهبت المبيعات؟')}
      note={say('From sales to profit, 1–23 November, without tax', 'من المبيعات إلى الربح، 1–23 نوفمبر')}
      exportName="kit"
      steps={steps}
      write={write}
      csv={csv}
      {...(hasAxis && { short })}
    />
  )
}

/** Key figures that rise, fall and stay. */
function Figures({ count = 4, hasMain = false }: { count?: number; hasMain?: boolean }) {
  const name = say('Profit', 'الربح')
  const figures = Array.from({ length: count }, (_, at) => ({
    key: String(at),
    name,
    title: name,
    formula: name,
    value: write(749_750 * (at + 1)),
    below: (
      <KeyFigureChange by={1 - (at % 3)} isGood amount="7 %">
        {say('than in October', 'عن أكتوبر')}
      </KeyFigureChange>
    ),
  }))
  return <KeyFigures label={name} figures={figures} hasMain={hasMain} />
}

/** A year of months, with a loss, and without figures. */
export const yearSamples: Samples[string] = {
  'a year': () => <SampleYear />,
  'the first month': () => <SampleYear months={sampleMonths().slice(-1)} />,
  'a deep loss': () => (
    <SampleYear
      months={sampleMonths().map(({ values, ...month }) => ({ ...month, values: { ...values, profit: (values['profit'] ?? 0) * -5 } }))}
    />
  ),
  'nothing yet': () => <SampleYear months={sampleMonths(0)} />,
}

/** The charts with the figures of an academy. */
export const chartSamples: Samples = {
  'chart-block': {
    'with an action': () => (
      <ChartBlock
        title={say('How full are the batches?', 'ما نسبة إشغال المجموعات؟')}
        note={say('Places taken, this week', 'المقاعد المشغولة هذا الأسبوع')}
        exportName="kit"
        sheet={() => ({ header: [], rows: [] })}
        table={{ columns: [say('Batch', 'المجموعة')], rows: [] }}
        actions={
          <Button look="quiet" onClick={nothing}>
            {say('Week', 'أسبوع')}
          </Button>
        }
      >
        <p>86 %</p>
      </ChartBlock>
    ),
  },
  'key-figures': {
    'one of them main': () => <Figures hasMain />,
    'two rows': () => <Figures hasMain count={7} />,
    equals: () => <Figures count={3} />,
  },
  waterfall: {
    'a profit': () => <Steps steps={sampleSteps()} />,
    'a loss, without axis': () => <Steps steps={sampleSteps(520_000)} hasAxis={false} />,
    'nothing yet': () => <Steps steps={sampleSteps().map((step) => ({ ...step, amount: 0 }))} />,
  },
}
