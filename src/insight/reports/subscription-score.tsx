import { useFormatter, useTranslations } from 'use-intl'
import { useMoney } from '#business/ledger/use-money.ts'
import type { Search } from '#lib/addresses.ts'
import { Formula } from '#ui/formula.tsx'
import { useDay } from '#ui/use-day.ts'
import { FigureLink } from './figure-link.tsx'
import type { Movement, Subscriptions } from './subscription.contract.ts'
import type { SubscriptionFigure } from './subscription.rules.ts'
import css from './subscription-score.module.css'
import { useShare } from './use-share.ts'

type Name = 'closingMrr' | 'payingCustomers' | 'arpm' | 'grossChurn' | 'netChurn' | 'customerChurn' | 'lifetimeValue'

/** The key figures: how each is written, whether more is better, and the rows behind it. */
const cells: readonly { name: Name; as: 'money' | 'count' | 'share'; isGood: boolean; figure: SubscriptionFigure }[] = [
  { name: 'closingMrr', as: 'money', isGood: true, figure: 'closingMrr' },
  { name: 'payingCustomers', as: 'count', isGood: true, figure: 'payingCustomers' },
  { name: 'arpm', as: 'money', isGood: true, figure: 'closingMrr' },
  { name: 'lifetimeValue', as: 'money', isGood: true, figure: 'churnedCustomers' },
  { name: 'grossChurn', as: 'share', isGood: false, figure: 'churnedMrr' },
  { name: 'netChurn', as: 'share', isGood: false, figure: 'expansionMrr' },
  { name: 'customerChurn', as: 'share', isGood: false, figure: 'churnedCustomers' },
]

type Props = { report: Subscriptions; row: Movement; before: Movement | undefined; base: Search; of: string | undefined }

/** The key figures of a month, each with its change against the month before, its formula and its rows (product 6). */
export function SubscriptionScore({ report, row, before, base, of }: Props) {
  const t = useTranslations('reports.score')
  const format = useFormatter()
  const money = useMoney(report, true)
  const share = useShare()
  const monthName = useDay({ month: 'long', year: 'numeric' })
  const write = { money, count: (value: number) => format.number(value), share }
  return (
    <dl className={css['score']} aria-label={t('title', { month: monthName(`${row.month}-01`) })}>
      {cells.map(({ name, as, isGood, figure }) => {
        const [now, then] = [row[name], before?.[name] ?? null]
        const has = Math.sign(now === null || then === null ? 0 : now - then)
        return (
          <div key={name} className={css['cell']} data-main={name === 'closingMrr' || undefined}>
            <dt>
              <FigureLink figure={figure} month={row.month} of={of ?? null} base={base} value={now ?? 0}>
                {t(name)}
              </FigureLink>{' '}
              <Formula of={t(name)} text={t(`formulas.${name}`)} />
            </dt>
            <dd>
              <span className={`${css['amount']} ltr`}>{now === null ? '–' : write[as](now)}</span>
              {before && then !== null && (
                <span className={css['change']}>
                  {has !== 0 && (
                    <strong data-tone={has > 0 === isGood ? 'good' : 'bad'}>
                      <span aria-hidden="true">{has > 0 ? '▲' : '▼'}</span>{' '}
                      <span className="hidden-text">{t(has > 0 ? 'more' : 'less')}</span>
                    </strong>
                  )}{' '}
                  {t(has === 0 ? 'same' : 'before', { value: write[as](then), month: monthName(`${before.month}-01`) })}
                </span>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
