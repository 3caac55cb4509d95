import { say, type Samples } from '../kit.fields.sample.tsx'
import { currentLanguage } from '../preferences.ts'
import { BarRows } from './bar-rows.tsx'
import { HeatMap } from './heat-map.tsx'
import { yearSamples } from './kit.charts.sample.tsx'
import { SeriesChart } from './series-chart.tsx'
import type { ChartPoint, ChartSeries } from './chart-series.ts'
import { Spark } from './spark.tsx'

const locale = () => (currentLanguage() === 'ar' ? 'ar-u-nu-latn' : 'en-GB')
const percent = (share: number) => share.toLocaleString(locale(), { style: 'percent', maximumFractionDigits: 0 })

const attended = (): ChartSeries[] => [
  { key: 'came', name: say('Came', 'حضروا'), look: 'bar', tone: 'turf' },
  { key: 'missed', name: say('Missed', 'غابوا'), look: 'bar', tone: 'neutral' },
  { key: 'unmarked', name: say('Not marked', 'دون تسجيل'), look: 'hatched', tone: 'neutral' },
  { key: 'free', name: say('Free', 'شاغرة'), look: 'free', tone: 'neutral' },
]

/** Sessions of a batch with who came and what was free. */
export const sampleSessions = (count: number): ChartPoint[] =>
  Array.from({ length: count }, (_, at) => {
    const date = new Date(Date.UTC(2026, 7, 31 + at * 7))
    const came = 8 + ((at * 5) % 7)
    return {
      key: `${at}`,
      label: `${date.getUTCDate()}/${date.getUTCMonth() + 1}`,
      file: date.toISOString().slice(0, 10),
      fullName: date.toLocaleDateString(locale(), { dateStyle: 'long', timeZone: 'UTC' }),
      link: { to: '/services/session', search: { id: 'one' } },
      values: { came, missed: 2, unmarked: at === count - 1 ? 3 : 0, free: Math.max(20 - came - 2, 0) },
    }
  })

export const sampleRanks = (): { series: ChartSeries[]; points: ChartPoint[] } => {
  const tones = ['text', 'turf', 'info', 'pool', 'clay', 'mat'] as const
  const names = ['Emma Clarke', 'Daniel Hughes', 'Marcus Johnson', 'Priya Shah', 'Tom Baker', 'Lucy Evans']
  return {
    series: names.map((name, at) => ({ key: `${at}`, name, look: 'line', tone: tones[at] ?? 'text' })),
    points: ['Jul', 'Aug', 'Sep', 'Oct', 'Nov'].map((label, month) => ({
      key: label,
      label,
      values: Object.fromEntries(names.map((_, at) => [`${at}`, month === 1 && at === 4 ? null : ((at + month * 2 + (at % 2)) % 6) + 1])),
    })),
  }
}

const days = () => Array.from({ length: 7 }, (_, at) => new Date(Date.UTC(2026, 10, 23 + at)))
const dayName = (date: Date, weekday: 'short' | 'long') => date.toLocaleDateString(locale(), { weekday, timeZone: 'UTC' })

/** Occupancy by day and hour. */
export function SampleHeat({ hours = 8 }: { hours?: number }) {
  const rows = Array.from({ length: hours }, (_, at) => `${String(at + 9).padStart(2, '0')}:00`)
  const columns = days().map((date, at) => ({ key: `${at}`, label: dayName(date, 'short'), fullName: dayName(date, 'long') }))
  const shareOf = (row: string, column: string) => ((Number(row.slice(0, 2)) * 7 + Number(column) * 13) % 21) / 20
  return (
    <HeatMap
      title={say('When are places empty?', 'متى تكون المقاعد شاغرة؟')}
      note={say('Places taken by day and hour', 'المقاعد المشغولة حسب اليوم والساعة')}
      exportName="kit"
      first={say('Hour', 'الساعة')}
      none={hours === 0 && say('No sessions yet', 'لا حصص بعد')}
      rows={rows.map((key) => ({ key, label: key, fullName: key }))}
      columns={columns}
      cellOf={(row, column) => {
        const share = shareOf(row, column)
        return share < 0.1
          ? null
          : {
              share,
              text: percent(share),
              details: [{ name: say('Places taken', 'المقاعد المشغولة'), text: `${Math.round(share * 20)} / 20` }],
            }
      }}
      ends={[percent(0), percent(1)]}
      sheet={() => ({ header: [], rows: [] })}
      table={{ columns: [say('Day', 'اليوم'), say('Fill', 'الإشغال')], rows: [] }}
    />
  )
}

export const sampleRows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    key: `${at}`,
    name:
      at === 1
        ? say('Bartholomew Featherstonehaugh-Cholmondeley of Wolfeschlegelstein', 'عبد الرحمن بن عبد العزيز آل سعيد الهاشمي القرشي')
        : say(`Trainer ${at + 1}`, `المدرب ${at + 1}`),
    values: { held: Math.max(0, 40 - at * 7), planned: 12 },
    link: { to: '/staff/trainer' as const, search: { id: 'one' } },
  }))

const load = (): ChartSeries[] => [
  { key: 'held', name: say('Held', 'المنفذة'), look: 'bar', tone: 'turf' },
  { key: 'planned', name: say('Planned', 'المخططة'), look: 'hatched', tone: 'neutral' },
]

function Sessions({ count }: { count: number }) {
  return (
    <SeriesChart
      title={say('How full is it, and who came?', 'ما نسبة الإشغال، ومن حضر؟')}
      note={say('Places of each session', 'مقاعد كل حصة')}
      exportName="kit"
      isStacked
      series={attended()}
      points={sampleSessions(count)}
      total={say('Places', 'المقاعد')}
      none={count === 0 && say('No sessions yet', 'لا حصص بعد')}
    />
  )
}

const one = (values: readonly number[], look: ChartSeries['look']) => (
  <SeriesChart
    title={say('How did it change?', 'كيف تغيّر؟')}
    exportName="kit"
    series={[{ key: 'it', name: say('Members', 'الأعضاء'), look, tone: 'turf' }]}
    points={values.map((value, at) => ({ key: `${at}`, label: `${at + 1}`, values: { it: value } }))}
  />
)

/** The forms of a chart with series, the heat map, the rows and the spark. */
export const seriesSamples: Samples = {
  'series-chart': {
    ...yearSamples,
    'stacked bars': () => <Sessions count={12} />,
    'forty of them': () => <Sessions count={40} />,
    'none yet': () => <Sessions count={0} />,
    bars: () => one([3, 5, 4, -2, 6, 8], 'bar'),
    'one point': () => one([4], 'line'),
    'an area': () => one([12, 14, 13, 18, 21, 20], 'area'),
    ranks: () => <SeriesChart title={say('Who moved up?', 'من تقدّم؟')} exportName="kit" isRank {...sampleRanks()} />,
  },
  'heat-map': { 'day by hour': () => <SampleHeat />, 'none yet': () => <SampleHeat hours={0} /> },
  'bar-rows': {
    'in two parts': () => (
      <BarRows
        title={say('Who works how much?', 'كم يعمل كل مدرب؟')}
        exportName="kit"
        first={say('Trainer', 'المدرب')}
        series={load()}
        rows={sampleRows(6)}
      />
    ),
  },
  spark: {
    'a year': () => <Spark values={[3, 5, 4, 6, 8, 7, 9, 11, 10, 12, 14, 9]} label={say('3 to 9 in 12 months', 'من 3 إلى 9 في 12 شهرًا')} />,
  },
}
