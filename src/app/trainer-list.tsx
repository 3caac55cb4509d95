import { Fragment } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { api, useMay } from './app.client.ts'
import { languageFacts } from '#lib/manner.ts'
import { changed } from '#web/changed.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { useServiceOptions } from '#directory/services/service-names.ts'
import { useToday } from '#business/setup/here.ts'
import { shareCell } from '#lib/csv-cells.ts'
import { addMonths, isMonth } from '#lib/days.ts'
import { trainerName } from '#lib/names.ts'
import { dayList, daySpans } from '#lib/week.ts'
import { ArchiveAction } from '#ui/lists/entity-list.tsx'
import { useFileColumns } from '#ui/lists/file-columns.ts'
import { Formula } from '#ui/formula.tsx'
import { List, pageSize, type Column } from '#ui/lists/list.tsx'
import { useListQuery } from '#ui/lists/list-state.ts'
import { Status } from '#ui/surface.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import { useLanguage } from '#ui/use-language.ts'
import type { Trainer } from '#directory/trainers/trainer.contract.ts'
import css from '#directory/trainers/trainers.module.css'
import { TrainerLoads } from './trainer-load.tsx'
import { useInUse } from './use-in-use.ts'
import { useMonthFigures } from './use-month-figures.ts'

/** The months to choose from: the next one, the current one and the year before, plus the one in the address. */
function monthsAround(running: string, chosen: string): string[] {
  const months = Array.from({ length: 14 }, (_, index) => addMonths(`${running}-01`, 1 - index).slice(0, 7))
  return months.includes(chosen) ? months : [...months, chosen]
}

/** The trainers as a team sheet: bib number, face, what they teach and when (product 6, /staff). */
export function TrainerList() {
  const t = useTranslations('trainers')
  const lists = useTranslations('lists')
  const [canAdd, canArchive] = [useMay('trainers.create'), useMay('trainers.archive')]
  const inUse = useInUse('trainer')
  const common = useTranslations('services')
  const format = useFormatter()
  const file = useFileColumns()
  const locale = useLocale()
  const language = useLanguage()
  const { options, labelOf } = useServiceOptions()
  const { data: progress } = useQuery(progressQuery)
  const today = useToday()
  const running = today.slice(0, 7)
  const list = useListQuery({
    entity: 'trainers',
    filters: { state: 'current', service: 'all', month: running },
    // The month selects the figures, not the trainers.
    read: ({ month: _month, ...input }: Parameters<typeof api.trainers.list>[0] & { month?: string }) => api.trainers.list(input),
  })
  const chosen = list.state.filters['month'] ?? running
  const month = isMonth(chosen) ? chosen : running
  const figures = useMonthFigures(month)
  const rows = list.query.data?.rows ?? []
  const monthText = useDay({ month: 'long', year: 'numeric' })
  const calendarOf = (row: Trainer) => ({ tab: 'calendar', view: 'month', date: `${month}-01`, trainer: row.id }) as const
  const currency = progress?.country.currency ?? 'USD'
  const weekdays = (row: Trainer) => dayList(row.trainingDays, progress?.country.firstWeekday ?? 0, locale)
  const when = (row: Trainer) =>
    `${daySpans(row.trainingDays, progress?.country.firstWeekday ?? 0, locale)} \u2066${row.startingTime}–${row.endingTime}\u2069`
  const bib = (row: Trainer) => (list.state.page - 1) * pageSize + (list.query.data?.rows.findIndex(({ id }) => id === row.id) ?? 0) + 1
  const costColumn: Column<Trainer> = {
    key: 'cost',
    label: t('columns.cost'),
    isLesser: true,
    sort: 'cost',
    isNumber: true,
    csv: (row) => row.cost ?? t('cost.rule'),
    cell: (row) =>
      row.cost === null ? (
        t('cost.rule')
      ) : (
        <span className="ltr">{format.number(row.cost, { style: 'currency', currency, maximumFractionDigits: 0 })}</span>
      ),
  }
  const payColumn: Column<Trainer> = {
    key: 'pay',
    label: t('columns.pay'),
    isNumber: true,
    csv: (row) => figures.payUnits(row.id),
    cell: (row) => (
      <Link
        to="/finance"
        search={{ tab: 'payroll', ...(month === running ? {} : { month }), trainer: row.id }}
        aria-label={t('payOf', { name: trainerName(row), figure: figures.payText(row.id) })}
      >
        {figures.payText(row.id)}
      </Link>
    ),
  }
  return (
    <>
      <List<Trainer>
        {...list}
        caption={t('list')}
        exportName="trainers"
        href={(row) => ({ to: '/staff/trainer', search: { id: row.id, ...(month === running ? {} : { date: `${month}-01` }) } })}
        sums={
          figures.asOf && <Formula text={[t('formula'), ...(figures.maySeePay ? [t('payFormula')] : [])].join(' ')} asOf={figures.asOf} />
        }
        empty={{
          title: t('empty.title'),
          text: t('empty.text'),
          action: canAdd && <AddLink to="/staff/add">{t('add')}</AddLink>,
        }}
        filters={[
          {
            name: 'state',
            label: common('filter.status'),
            fallback: 'current',
            options: [
              { value: 'current', label: common('filter.current') },
              { value: 'archived', label: t('states.archived') },
            ],
          },
          {
            name: 'service',
            label: common('service.label'),
            fallback: 'all',
            options: [{ value: 'all', label: lists('all') }, ...options],
          },
          {
            name: 'month',
            label: t('month'),
            fallback: running,
            options: monthsAround(running, month).map((value) => ({ value, label: monthText(`${value}-01`) })),
          },
        ]}
        rowActions={
          canArchive
            ? (row) => (
                <ArchiveAction
                  row={row}
                  calls={api.trainers}
                  name={trainerName(row)}
                  messages={{ archived: t('archived', { name: trainerName(row) }), restored: t('restored', { name: trainerName(row) }) }}
                  inUse={inUse(row.id)}
                  onChanged={() => changed('trainers')}
                />
              )
            : undefined
        }
        columns={[
          {
            key: 'name',
            label: t('columns.name'),
            sort: 'Fname',
            csv: trainerName,
            cell: (row) => (
              <span className={css['person']}>
                <span className={css['bib']} aria-hidden="true">
                  {bib(row)}
                </span>
                <img className={css['face']} src={row.avatar} alt="" loading="lazy" width={36} height={36} />
                {trainerName(row)}
              </span>
            ),
          },
          {
            key: 'services',
            label: t('columns.services'),
            csv: (row) => row.services.map(labelOf).join(', '),
            cell: (row) => row.services.map(labelOf).filter(Boolean).join(languageFacts(language).comma),
          },
          {
            key: 'hours',
            label: t('columns.hours'),
            isLesser: true,
            // Lines break between days or before the times, not inside either.
            cell: (row) =>
              when(row)
                .split(' ')
                .map((part) => (
                  <Fragment key={part}>
                    <span className="whole">{part}</span>{' '}
                  </Fragment>
                )),
          },
          file('weekdays', weekdays),
          file('startTime', (row) => row.startingTime),
          file('endTime', (row) => row.endingTime),
          ...(figures.maySeePay ? [costColumn] : []),
          file('currency', () => currency),
          {
            key: 'load',
            label: t('columns.load'),
            isNumber: true,
            isWhole: true,
            cell: (row) => {
              const figure = t('load', {
                held: figures.hours(figures.loadOf(row.id).heldMinutes),
                all: figures.hours(figures.minutesOf(row.id)),
              })
              return (
                <Link to="/services" search={calendarOf(row)} aria-label={t('loadOf', { name: trainerName(row), figure })}>
                  {figure}
                </Link>
              )
            },
          },
          file('hoursHeld', (row) => figures.loadOf(row.id).heldMinutes / 60),
          file('hoursInAll', (row) => figures.minutesOf(row.id) / 60),
          {
            key: 'sessions',
            label: t('columns.sessions'),
            isNumber: true,
            csv: (row) => figures.sessionsOf(row.id),
            cell: (row) => format.number(figures.sessionsOf(row.id)),
          },
          {
            key: 'fill',
            label: t('columns.fill'),
            isNumber: true,
            csv: (row) => shareCell(figures.fillOf(row.id)),
            cell: (row) => figures.percent(figures.fillOf(row.id)),
          },
          ...(figures.maySeePay ? [payColumn] : []),
          ...(figures.maySeeRatio
            ? [
                {
                  key: 'ratio',
                  label: t('columns.ratio'),
                  isLesser: true,
                  isNumber: true,
                  csv: (row: Trainer) => shareCell(figures.ratioOf(row.id)),
                  cell: (row: Trainer) => figures.percent(figures.ratioOf(row.id)),
                },
              ]
            : []),
          {
            key: 'status',
            narrow: 'second',
            label: t('columns.status'),
            csv: (row) => t(`states.${row.state}`),
            cell: (row) => <Status tone={row.state === 'active' ? 'good' : 'plain'}>{t(`states.${row.state}`)}</Status>,
          },
        ]}
      />
      {rows.length > 0 && <TrainerLoads trainers={rows} figures={figures} month={month} monthName={monthText(`${month}-01`)} />}
    </>
  )
}
