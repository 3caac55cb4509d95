import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { api } from './reports.client.ts'
import { pageLimit } from '#lib/calls.ts'
import { moneyText } from '#lib/money.ts'
import { fullName } from '#lib/names.ts'
import { Button } from '#ui/button.tsx'
import { useFileColumns } from '#ui/lists/file-columns.ts'
import { useOpenTexts } from '#ui/use-open-texts.ts'
import { State, Unread } from '#ui/page.tsx'
import { useDay } from '#ui/use-day.ts'
import { ReportTable } from './report-table.tsx'
import css from './reports.module.css'
import type { FigureRow } from './subscription.contract.ts'
import { recurringFigures, revenueFigures, subscriberFigures, type SubscriptionFigure } from './subscription.rules.ts'

type Shown = { figure: SubscriptionFigure; month: string; of: string | undefined; after: number | undefined }

const size = 20

/** The places behind a figure, with their customers if the role may see them. */
export function FigureRows({ shown }: { shown: Shown }) {
  const t = useTranslations('reports.rows')
  const figures = useTranslations('reports.figures')
  const units = useOpenTexts('reports.units')
  const locale = useLocale()
  const day = useDay()
  const file = useFileColumns()
  const monthName = useDay({ month: 'long', year: 'numeric' })
  const [page, setPage] = useState(1)
  const { figure, month, of, after } = shown
  const input = { figure, month, ...(of ? { batch: of } : {}), ...(after ? { after } : {}) }
  const query = useQuery({ queryKey: ['reports', 'people', input, page], queryFn: () => api.reports.people({ ...input, page, size }) })
  const readAll = async () => {
    const rows: FigureRow[] = []
    for (let at = 1; ; at++) {
      const found = await api.reports.people({ ...input, page: at, size: pageLimit })
      rows.push(...found.rows)
      if (rows.length >= found.total || found.rows.length === 0) return rows
    }
  }
  const isPart = [...recurringFigures, ...revenueFigures].some((name) => name === figure)
  const hasRevenue = isPart || subscriberFigures.some((name) => name === figure)
  const title = t('title', { figure: figures(figure), month: monthName(`${month}-01`) })
  return (
    <div id="rows" className={css['section']}>
      {!query.data || query.isError ? (
        <Unread query={query} />
      ) : query.data.rows.length === 0 ? (
        <State title={t('none')} />
      ) : (
        <>
          <ReportTable<FigureRow>
            title={title}
            exportName={`subscription-${figure}-${month}`}
            rows={query.data.rows}
            readAll={readAll}
            keyOf={(row) => row.id}
            columns={[
              {
                key: 'customer',
                label: t('customer'),
                csv: fullName,
                cell: (row) =>
                  fullName(row) ? (
                    <Link to="/sales/customer" search={{ id: row.customer }}>
                      <bdi>{fullName(row)}</bdi>
                    </Link>
                  ) : (
                    '–'
                  ),
              },
              { key: 'batch', label: t('batch'), csv: (row) => row.batchName, cell: (row) => <bdi>{row.batchName}</bdi> },
              { key: 'start', label: t('start'), csv: (row) => row.startDate, cell: (row) => day(row.startDate) },
              { key: 'end', label: t('end'), csv: (row) => row.endDate, cell: (row) => day(row.endDate) },
              {
                key: 'next',
                label: t('next'),
                csv: (row) => row.nextChargeOn ?? '',
                cell: (row) => (row.nextChargeOn ? day(row.nextChargeOn) : '–'),
              },
              ...(hasRevenue ? (['opening', 'closing'] as const) : []).map((side) => ({
                key: side,
                label: t(side),
                isNumber: true,
                csv: (row: FigureRow) => (row[side] ?? 0) / 10 ** row.exponent,
                cell: (row: FigureRow) => (row[side] ? moneyText(row[side], row.currency, row.exponent, locale, true) : '–'),
              })),
              {
                key: 'price',
                label: t(isPart ? 'part' : 'price'),
                isNumber: true,
                csv: (row) => row.price / 10 ** row.exponent,
                cell: (row) => moneyText(row.price, row.currency, row.exponent, locale, true),
              },
              file('currency', (row) => row.currency),
              {
                key: 'unit',
                label: t('unit'),
                csv: (row) => (units.has(row.priceUnit) ? units(row.priceUnit) : ''),
                cell: (row) => (units.has(row.priceUnit) ? units(row.priceUnit) : ''),
                // The part of a figure is an amount a month, whatever the place is charged per.
                isHidden: isPart,
              },
            ]}
          >
            <p className={css['note']} role="status">
              {t('count', { count: query.data.total })}
            </p>
          </ReportTable>
          {query.data.total > size && (
            <div className={css['bar']}>
              <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
                {t('previous')}
              </Button>
              <Button disabled={page * size >= query.data.total} onClick={() => setPage(page + 1)}>
                {t('following')}
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  )
}
