import { useFormatter, useTranslations } from 'use-intl'
import { useMoney } from '#business/ledger/use-money.ts'
import type { Search } from '#lib/addresses.ts'
import { KeyFigures, KeyFigureChange, type KeyFigure } from '#ui/key-figures.tsx'
import { useDay } from '#ui/use-day.ts'
import { FigureLink } from './figure-link.tsx'
import type { Movement, Subscriptions } from './subscription.contract.ts'
import type { SubscriptionFigure } from './subscription.rules.ts'
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
  const figures = cells.map(({ name, as, isGood, figure }): KeyFigure => {
    const [now, then] = [row[name], before?.[name] ?? null]
    const by = now === null || then === null ? 0 : now - then
    return {
      key: name,
      name: (
        <FigureLink figure={figure} month={row.month} of={of ?? null} base={base} value={now ?? 0}>
          {t(name)}
        </FigureLink>
      ),
      title: t(name),
      formula: t(`formulas.${name}`),
      value: now === null ? '–' : write[as](now),
      below: before && then !== null && (
        <KeyFigureChange by={by} isGood={isGood}>
          {t(by === 0 ? 'same' : 'before', { value: write[as](then), month: monthName(`${before.month}-01`) })}
        </KeyFigureChange>
      ),
    }
  })
  return <KeyFigures label={t('title', { month: monthName(`${row.month}-01`) })} figures={figures} hasMain />
}
