import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import css from '#insight/finance/finance.module.css'
import { Facts } from '#ui/facts.tsx'
import { State } from '#ui/page.tsx'
import { useDay } from '#ui/use-day.ts'
import { useFigures } from '#business/ledger/use-money.ts'
import { inUnits } from './pay-month.tsx'
import type { TrainerMonth } from './payroll.contract.ts'

/** The file of a trainer's month: a row for each line. */
export function useLinesFile(data: TrainerMonth | undefined) {
  const t = useTranslations('payroll')
  const files = useTranslations('ui.files.columns')
  if (!data) return
  return {
    name: `pay-${data.month}`,
    header: [
      ...(['day', 'what'] as const).map((key) => t(`lines.${key}`)),
      files('batch'),
      files('reason'),
      t('columns.trainer'),
      ...(['hours', 'cost', 'amount'] as const).map((key) => t(`lines.${key}`)),
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
  const { money, cost, hours, count } = useFigures(data)
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
        <section className={css['scroll']} aria-label={t('lines.caption')} tabIndex={0}>
          <table className={css['entries']}>
            <caption className="hidden-text">{t('lines.caption')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('lines.day')}</th>
                <th scope="col">{t('lines.what')}</th>
                {(['hours', 'cost', 'amount'] as const).map((key) => (
                  <th key={key} scope="col" className={css['number']}>
                    {t(`lines.${key}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.lines.map((line) => (
                <tr key={line.id}>
                  <td>{day(line.day)}</td>
                  <td>
                    {line.session ? (
                      <Link to="/services/session" search={{ id: line.session }}>
                        <bdi>{line.batchName}</bdi>
                      </Link>
                    ) : (
                      <bdi>{line.reason}</bdi>
                    )}{' '}
                    {line.why !== 'held' && <span className={css['note']}>{t(`why.${line.why}`)}</span>}
                  </td>
                  <td className={css['number']}>{line.session ? hours(line.minutes) : '–'}</td>
                  <td className={css['number']}>{line.cost === null ? '–' : cost(line.cost)}</td>
                  <td className={css['number']}>{money(line.amount)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={4}>
                  {t('total')}
                </th>
                <td className={css['number']}>{money(row.pay + row.adjustments)}</td>
              </tr>
            </tfoot>
          </table>
        </section>
      )}
      {data.payments.length > 0 && (
        <section className={css['scroll']} aria-label={t('payments.caption')} tabIndex={0}>
          <table className={css['entries']}>
            <caption>{t('payments.caption')}</caption>
            <thead>
              <tr>
                {(['day', 'method', 'reference'] as const).map((key) => (
                  <th key={key} scope="col">
                    {t(`payments.${key}`)}
                  </th>
                ))}
                <th scope="col" className={css['number']}>
                  {t('payments.amount')}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.payments.map((payment) => (
                <tr key={payment.id}>
                  <td>{day(payment.day)}</td>
                  <td>{methods(payment.method)}</td>
                  <td>
                    <bdi>{payment.reference || '–'}</bdi>
                  </td>
                  <td className={css['number']}>{money(payment.amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}
