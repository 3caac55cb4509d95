import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { useMoney } from '#business/ledger/use-money.ts'
import { useToday } from '#business/setup/here.ts'
import { shareCell } from '#lib/csv-cells.ts'
import { buttonClass } from '#ui/button.tsx'
import { HeatMap, type HeatCell } from '#ui/charts/heat-map.tsx'
import { Choice } from '#ui/choice.tsx'
import { EmptyPage } from '#ui/empty-page.tsx'
import { Formula } from '#ui/formula.tsx'
import { KeyFigureNote, KeyFigures } from '#ui/key-figures.tsx'
import { Unread } from '#ui/page.tsx'
import { useDay, useDays } from '#ui/use-day.ts'
import type { Occupancy as Figures, OccupancyCell } from './occupancy.contract.ts'
import { occupancySpans, spanDays } from './occupancy.rules.ts'
import { api } from './reports.client.ts'
import css from './reports.module.css'

const measures = ['fill', 'missed'] as const
type Measure = (typeof measures)[number]

const shareOf = ({ taken, places }: { taken: number; places: number }) => (places === 0 ? 0 : Math.min(taken / places, 1))

/** An hour as HH:mm. */
const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** How full the sessions were, how many places stayed empty, and what they would have brought. */
function Score({ data, percent, money }: { data: Figures; percent: (share: number) => string; money: (minor: number) => string }) {
  const t = useTranslations('reports.occupancy')
  const format = useFormatter()
  const { total } = data
  const figure = (key: 'fill' | 'empty' | 'missed', value: string, below: string) => ({
    key,
    name: t(`${key}.name`),
    title: t(`${key}.name`),
    formula: t(`${key}.formula`),
    value,
    isWhole: key === 'empty',
    below: <KeyFigureNote>{below}</KeyFigureNote>,
  })
  return (
    <KeyFigures
      label={t('score')}
      figures={[
        figure('fill', percent(shareOf(total)), t('fill.of', { taken: total.taken, places: total.places })),
        figure('empty', format.number(total.empty), t('empty.of', { count: total.sessions })),
        figure('missed', money(total.missed), t('missed.each')),
      ]}
    />
  )
}

/** The heat map of one measure: the share of places taken, or what the empty ones would have brought. */
function Heat({ data, measure, choice }: { data: Figures; measure: Measure; choice: ReactNode }) {
  const t = useTranslations('reports.occupancy')
  const format = useFormatter()
  const locale = useLocale()
  const money = useMoney(data, true)
  const day = useDay()
  const days = useDays()
  const percent = (share: number) => format.number(share, { style: 'percent', maximumFractionDigits: 0 })
  const units = (minor: number) => minor / 10 ** data.exponent
  const brief = (minor: number) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(units(minor))
  const most = Math.max(1, ...data.cells.map(({ missed }) => missed))
  // 1 January 2023 was a Sunday.
  const weekday = (index: number, how: 'short' | 'long') => day(`2023-01-0${index + 1}`, { weekday: how })
  const week = Array.from({ length: 7 }, (_, at) => (data.firstWeekday + at) % 7)
  const hours = [...new Set(data.cells.map(({ hour }) => hour))].toSorted((a, b) => a - b)
  const found = (hour: string, column: string) => data.cells.find((cell) => `${cell.hour}` === hour && `${cell.weekday}` === column)
  const cellOf = (hour: string, column: string): HeatCell | null => {
    const cell = found(hour, column)
    if (!cell) return null
    return {
      share: measure === 'fill' ? shareOf(cell) : cell.missed / most,
      text: measure === 'fill' ? percent(shareOf(cell)) : cell.missed === 0 ? '–' : brief(cell.missed),
      details: [
        { name: t('sessions'), text: format.number(cell.sessions) },
        { name: t('taken'), text: t('ofPlaces', { taken: cell.taken, places: cell.places }) },
        { name: t('fill.name'), text: percent(shareOf(cell)) },
        { name: t('empty.name'), text: format.number(cell.empty) },
        { name: t('missed.name'), text: money(cell.missed) },
      ],
    }
  }
  const header = [t('day'), t('hour'), t('sessions'), t('places'), t('taken'), t('fill.name'), t('empty.name'), t('missed.name')]
  const order = (cell: OccupancyCell) => week.indexOf(cell.weekday) * 24 + cell.hour
  const ordered = data.cells.toSorted((a, b) => order(a) - order(b))
  return (
    <HeatMap
      title={t(`titles.${measure}`)}
      note={t(`notes.${measure}`, { days: days(data.from, data.to), currency: data.currency })}
      exportName={`occupancy-${data.from}-${data.to}`}
      first={t('hour')}
      rows={hours.map((hour) => ({ key: `${hour}`, label: <span className="ltr">{hourText(hour)}</span>, fullName: hourText(hour) }))}
      columns={week.map((index) => ({ key: `${index}`, label: weekday(index, 'short'), fullName: weekday(index, 'long') }))}
      cellOf={cellOf}
      ends={measure === 'fill' ? [percent(0), percent(1)] : [money(0), money(most)]}
      actions={choice}
      sheet={() => ({
        header: [...header, t('currency')],
        rows: ordered.map((cell) => [
          weekday(cell.weekday, 'long'),
          hourText(cell.hour),
          cell.sessions,
          cell.places,
          cell.taken,
          shareCell(cell.places === 0 ? null : cell.taken / cell.places),
          cell.empty,
          units(cell.missed),
          data.currency,
        ]),
      })}
      table={{
        columns: header,
        rows: ordered.map((cell) => ({
          key: `${cell.weekday} ${cell.hour}`,
          cells: [
            weekday(cell.weekday, 'long'),
            <span key="hour" className="ltr">
              {hourText(cell.hour)}
            </span>,
            format.number(cell.sessions),
            format.number(cell.places),
            format.number(cell.taken),
            percent(shareOf(cell)),
            format.number(cell.empty),
            money(cell.missed),
          ],
        })),
      }}
      foot={<Formula text={t('formula')} asOf={data.asOf} />}
    />
  )
}

/** When places are empty, and what that costs (product 5, Fill): weekdays by hours over some weeks, past or to come. */
export default function Occupancy() {
  const t = useTranslations('reports.occupancy')
  const format = useFormatter()
  const today = useToday()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const over = occupancySpans.find((known) => known === search.over) ?? 'last4'
  const measure = measures.find((known) => known === search.show) ?? 'fill'
  const input = spanDays(over, today)
  const query = useQuery({
    queryKey: ['reports', 'occupancy', input],
    queryFn: () => api.reports.occupancy(input),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const money = useMoney(data, true)
  const choose = (change: { over?: string | undefined; show?: 'missed' | undefined }) =>
    void navigate({ to: '.', search: { ...search, ...change }, resetScroll: false })
  return (
    <>
      <div className={css['bar']}>
        <Choice
          label={t('over')}
          value={over}
          options={occupancySpans.map((value) => ({ value, label: t(`spans.${value}`) }))}
          onChange={(value) => choose({ over: value === 'last4' ? undefined : value })}
        />
      </div>
      {!data || query.isError ? (
        <Unread query={query} />
      ) : data.total.sessions === 0 ? (
        <EmptyPage
          title={t('none.title')}
          drawing="table"
          action={
            <Link className={buttonClass('outline')} to="/services" search={{ tab: 'calendar' }}>
              {t('none.open')}
            </Link>
          }
        >
          <p>{t('none.text')}</p>
        </EmptyPage>
      ) : (
        <>
          <Score data={data} percent={(share) => format.number(share, { style: 'percent', maximumFractionDigits: 0 })} money={money} />
          <Heat
            data={data}
            measure={measure}
            choice={
              <Choice
                label={t('show')}
                value={measure}
                options={measures.map((value) => ({ value, label: t(`${value}.name`) }))}
                onChange={(value) => choose({ show: value === 'missed' ? value : undefined })}
              />
            }
          />
        </>
      )}
    </>
  )
}
