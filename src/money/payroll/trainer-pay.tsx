import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import css from '#insight/finance/finance.module.css'
import { Facts } from '#ui/facts.tsx'
import { State } from '#ui/page.tsx'
import { Table } from '#ui/table.tsx'
import { useDay } from '#ui/use-day.ts'
import { useFigures } from '#business/ledger/use-money.ts'
import { usePayBasis } from './pay-basis.ts'
import { inUnits } from './pay-month.tsx'
import type { TrainerMonth } from './payroll.contract.ts'

/** The exported file of a trainer's month: a row for each line. */
export function useLinesFile(data: TrainerMonth | undefined) {
  const t = useTranslations('payroll')
  const files = useTranslations('lists.files.columns')
  const basis = usePayBasis(data)
  if (!data) return
  return {
    name: `pay-${data.month}`,
    header: [
      ...(['day', 'what'] as const).map((key) => t(`lines.${key}`)),
      files('batch'),
      files('reason'),
      t('columns.trainer'),
      ...(['hours', 'cost', 'basis', 'amount'] as const).map((key) => t(`lines.${key}`)),
      files('currency'),
    ],
    rows: data.lines.map((line) => [
      line.day,
      t(`why.${line.why}`),
      line.batchName ?? '',
      line.reason ?? '',
      data.row.name,
      line.minutes / 60,
      line.cost ?? '',
      line.unit === null ? '' : (basis(line) ?? ''),
      inUnits(line.amount, data),
      data.currency,
    ]),
  }
}

/** A trainer's figures of a month and every session, correction and payment behind them (product 5). */
export function TrainerPay({ data, label }: { data: TrainerMonth; label: string }) {
  const t = useTranslations('payroll')
  const methods = useTranslations('sales.methods')
  const day = useDay()
  const { money, hours, count } = useFigures(data)
  const basis = usePayBasis(data)
  const { row } = data
  return (
    <>
      <Facts
        label={label}
        facts={[
          { name: t('columns.sessions'), value: count(row.sessions) },
          { name: t('columns.hours'), value: hours(row.minutes) },
          ...(['pay', 'adjustments', 'paid', 'payable'] as const).map((key) => ({ name: t(`columns.${key}`), value: money(row[key]) })),
        ]}
      />
      {data.lines.length === 0 && <State title={t('lines.none')} text={t('lines.noneText')} />}
      {data.lines.length > 0 && (
        <Table
          label={t('lines.caption')}
          columns={[
            { key: 'day', label: t('lines.day'), isWhole: true, cell: (line) => day(line.day) },
            {
              key: 'what',
              label: t('lines.what'),
              isHead: true,
              cell: (line) => (
                <>
                  {line.session ? (
                    <Link to="/services/session" search={{ id: line.session }}>
                      <bdi>{line.batchName}</bdi>
                    </Link>
                  ) : (
                    <bdi>{line.reason}</bdi>
                  )}{' '}
                  {line.why !== 'held' && <span className={css['note']}>{t(`why.${line.why}`)}</span>}
                </>
              ),
            },
            { key: 'hours', label: t('lines.hours'), isNumber: true, cell: (line) => (line.session ? hours(line.minutes) : '–') },
            { key: 'basis', label: t('lines.basis'), isNumber: true, cell: (line) => basis(line) ?? '–' },
            { key: 'amount', label: t('lines.amount'), isNumber: true, cell: (line) => money(line.amount) },
          ]}
          rows={data.lines}
          keyOf={({ id }) => id}
          total={{ name: t('total'), of: { amount: money(row.pay + row.adjustments) } }}
        />
      )}
      {data.payments.length > 0 && (
        <Table
          label={t('payments.caption')}
          caption={t('payments.caption')}
          columns={[
            { key: 'day', label: t('payments.day'), isWhole: true, cell: (payment) => day(payment.day) },
            { key: 'method', label: t('payments.method'), cell: (payment) => methods(payment.method) },
            { key: 'reference', label: t('payments.reference'), cell: (payment) => <bdi>{payment.reference || '–'}</bdi> },
            { key: 'amount', label: t('payments.amount'), isNumber: true, cell: (payment) => money(payment.amount) },
          ]}
          rows={data.payments}
          keyOf={({ id }) => id}
        />
      )}
    </>
  )
}
