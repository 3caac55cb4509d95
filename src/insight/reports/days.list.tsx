import { useLocale, useTranslations } from 'use-intl'
import type { ReactNode } from 'react'
import { api } from './reports.client.ts'
import { moneyText } from '#lib/money.ts'
import { useFileColumns, useFileMoment } from '#ui/lists/file-columns.ts'
import { List, type Column } from '#ui/lists/list.tsx'
import { useListQuery } from '#ui/lists/list-state.ts'
import { Status } from '#ui/surface.tsx'
import { useDay } from '#ui/use-day.ts'
import { useMoment } from '#ui/use-moment.ts'
import { countedMethods, type DayClose } from './day.contract.ts'
import css from './reports.module.css'

/** The counts of days, latest first: what was expected, what was counted, by whom, and why they differ. */
export function DayList({ action }: { action: ReactNode }) {
  const t = useTranslations('reports')
  const methods = useTranslations('sales.methods')
  const kinds = useTranslations('cashbook.kinds')
  const locale = useLocale()
  const when = useMoment()
  const day = useDay()
  const file = useFileColumns()
  const moment = useFileMoment()
  const list = useListQuery({
    entity: 'reports',
    of: 'days',
    sort: 'day',
    filters: { from: 'all', to: 'all' },
    read: api.reports.dayCloses,
  })
  const money = (row: DayClose, minor: number) => moneyText(minor, row.currency, row.exponent, locale, true)
  const amounts = (name: 'expected' | 'counted'): Column<DayClose> => ({
    key: name,
    label: t(`columns.${name}`),
    isLabelled: true,
    cell: (row) => (
      <ul className={css['fields']}>
        {countedMethods
          .filter((method) => row.expected[method] !== 0 || row.counted[method] !== 0)
          .map((method) => (
            <li key={method}>{t('pair', { name: methods(method), value: money(row, row[name][method]) })}</li>
          ))}
      </ul>
    ),
  })
  const inFile = (name: 'expected' | 'counted') =>
    countedMethods.map((method): Column<DayClose> => ({
      key: `${name}-${method}`,
      label: t('pair', { name: t(`columns.${name}`), value: methods(method) }),
      csv: (row) => row[name][method] / 10 ** row.exponent,
    }))
  return (
    <List<DayClose>
      {...list}
      caption={t('days')}
      exportName="day-closes"
      href={() => null}
      empty={{ title: t('noDays.title'), text: t('noDays.text'), action }}
      filters={[
        { name: 'from', label: t('filters.from'), fallback: 'all', isDay: true },
        { name: 'to', label: t('filters.to'), fallback: 'all', isDay: true },
      ]}
      columns={[
        { key: 'day', label: t('columns.day'), sort: 'day', csv: (row) => row.day, isWhole: true, cell: (row) => day(row.day) },
        {
          key: 'till',
          label: kinds('till'),
          csv: (row) => (row.till ? row.tillName || kinds('till') : ''),
          cell: (row) => <bdi>{row.till ? row.tillName || kinds('till') : '–'}</bdi>,
        },
        amounts('expected'),
        amounts('counted'),
        ...inFile('expected'),
        ...inFile('counted'),
        {
          key: 'difference',
          label: t('columns.difference'),
          isNumber: true,
          csv: (row) => row.difference / 10 ** row.exponent,
          cell: (row) => <span className="whole">{money(row, row.difference)}</span>,
        },
        file('currency', (row) => row.currency),
        { key: 'note', label: t('columns.note'), csv: (row) => row.note, cell: (row) => (row.note ? <bdi>{row.note}</bdi> : '–') },
        { key: 'by', label: t('columns.by'), csv: (row) => row.closedBy, cell: (row) => <bdi>{row.closedBy}</bdi> },
        {
          key: 'at',
          label: t('columns.at'),
          csv: (row) => moment(row.closedAt),
          isWhole: true,
          cell: (row) => when(row.closedAt),
        },
        {
          key: 'state',
          narrow: 'second',
          label: t('columns.state'),
          csv: (row) => t(row.isSuperseded ? 'superseded' : 'counts'),
          cell: (row) => <Status tone={row.isSuperseded ? 'plain' : 'good'}>{t(row.isSuperseded ? 'superseded' : 'counts')}</Status>,
        },
      ]}
    />
  )
}
