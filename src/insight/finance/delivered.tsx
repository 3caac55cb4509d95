import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { api } from './finance.client.ts'
import { fullName } from '#lib/names.ts'
import { buttonClass } from '#ui/button.tsx'
import { State, Unread } from '#ui/page.tsx'
import { ReportTools } from '#ui/report-tools.tsx'
import { AsOf, Filed, useColumn } from '#business/ledger/figure.tsx'
import { Formula } from '#ui/formula.tsx'
import { Table } from '#ui/table.tsx'
import css from './finance.module.css'
import { MonthBar } from '#business/ledger/month-bar.tsx'
import { deliveryLimit, type Delivered as Report, type DeliveryRow } from './finance-report.contract.ts'
import type { useMonth } from '#business/ledger/use-month.ts'

function Batches({ report }: { report: Report }) {
  const t = useTranslations('finance.delivered')
  const format = useFormatter()
  const parts = ['sessions', 'attended', 'billed', 'paid'] as const
  return (
    <Table
      label={t('batches')}
      caption={
        <>
          {t('batches')} <Formula of={t('batches')} text={t('formulas.batches')} />
        </>
      }
      columns={[
        {
          key: 'batch',
          label: t('batch'),
          cell: (batch) => (
            <Link to="/services/batch" search={{ id: batch.id }} dir="auto">
              {batch.name}
            </Link>
          ),
        },
        ...parts.map((part) => ({
          key: part,
          label: t(part),
          isNumber: true,
          cell: (batch: Report['batches'][number]) => format.number(batch[part]),
        })),
      ]}
      rows={report.batches}
      keyOf={({ id }) => id}
    />
  )
}

/** The rows of one difference: the customer, the batch, and the bill if there is one. */
function Behind({ rows, money }: { rows: DeliveryRow[]; money: (minor: number) => string }) {
  const t = useTranslations('finance.delivered')
  return (
    <ul className={css['behind']}>
      {rows.map((row) => (
        <li key={`${row.enrolment} ${row.sale ?? ''}`}>
          <span>
            {fullName(row) ? (
              <Link to="/sales/customer" search={{ id: row.customer }}>
                <bdi>{fullName(row)}</bdi>
              </Link>
            ) : (
              '–'
            )}{' '}
            <span className={css['note']}>
              <bdi>{row.batchName}</bdi> · {t('times', { count: row.count })}
              {row.sale && (
                <>
                  {' · '}
                  <Link to="/sales/sale" search={{ id: row.sale }} className="ltr">
                    {row.number}
                  </Link>
                </>
              )}
            </span>
          </span>
          <span className="whole">{money(row.amount)}</span>
        </li>
      ))}
    </ul>
  )
}

function Differences({ report }: { report: Report }) {
  const t = useTranslations('finance.delivered')
  const format = useFormatter()
  const money = useColumn(report)
  return (
    <>
      {report.kinds.map(({ kind, count, amount, rows }) => {
        const own = report.rows.filter((row) => row.kind === kind)
        return (
          <section key={kind} className={css['difference']} aria-labelledby={`kind-${kind}`}>
            <div className={css['explained']}>
              <h3 id={`kind-${kind}`}>{t(`kinds.${kind}`)}</h3>
              <Formula of={t(`kinds.${kind}`)} text={t(`formulas.${kind}`)} />
            </div>
            <p>
              {kind === 'undelivered' ? t('bills', { count }) : t('places', { count })}
              {amount > 0 && <> · {money(amount)}</>}
            </p>
            {own.length > 0 && (
              <details>
                <summary>{t('rows', { count: rows })}</summary>
                <Behind rows={own} money={money} />
                {own.length < rows && <p className={css['note']}>{t('more', { limit: format.number(deliveryLimit) })}</p>}
              </details>
            )}
          </section>
        )
      })}
    </>
  )
}

/** What was delivered compared with what was sold and paid, each difference with its kind and rows (product 6). */
export function DeliveredTab({ month }: { month: ReturnType<typeof useMonth> }) {
  const t = useTranslations('finance.delivered')
  const files = useTranslations('lists.files.columns')
  const { from, to } = month
  const query = useQuery({ queryKey: ['finance', 'delivered', from, to], queryFn: () => api.finance.delivered({ from, to }) })
  const { data } = query
  const sheet = () => ({
    header: [t('difference'), t('batch'), t('customer'), t('bill'), t('count'), t('amount'), files('currency')],
    rows: (data?.rows ?? []).map((row) => [
      t(`kinds.${row.kind}`),
      row.batchName,
      fullName(row),
      row.number ?? '',
      row.count,
      row.amount / 10 ** (data?.exponent ?? 0),
      data?.currency ?? '',
    ]),
  })
  return (
    <>
      <MonthBar month={month}>
        <ReportTools name="delivered" sheet={sheet} isReady={data !== undefined} />
      </MonthBar>
      {!data || query.isError ? (
        <Unread query={query} />
      ) : data.batches.length === 0 && data.kinds.every(({ count }) => count === 0) ? (
        <State
          title={t('none')}
          text={t('noneText')}
          action={
            <Link className={buttonClass('outline')} to="/services" search={{ tab: 'calendar' }}>
              {t('toCalendar')}
            </Link>
          }
        />
      ) : (
        <>
          <Filed title={t('title')} from={data.from} to={data.to} />
          {data.batches.length > 0 && <Batches report={data} />}
          <Differences report={data} />
        </>
      )}
      {data && <AsOf at={data.asOf} />}
    </>
  )
}
