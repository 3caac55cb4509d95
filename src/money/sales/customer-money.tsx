import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useMoney } from '#business/ledger/use-money.ts'
import { useToday } from '#business/setup/here.ts'
import { FigureValue } from '#ui/key-figures.tsx'
import { Failed, Skeleton } from '#ui/page.tsx'
import { AddLink, ChangeButton } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import css from './customer-money.module.css'
import { creditQuery, unpaidQuery } from './sale.queries.ts'
import { useMay } from './sales.client.ts'
import { useRemindChosen } from './use-reminded.ts'

/** What a customer owes, with a way to take the oldest bill’s amount or to remind, and the credit that they have. */
export function CustomerMoney({ customer }: { customer: string }) {
  const t = useTranslations('sales.money')
  const sales = useTranslations('sales')
  const day = useDay()
  const today = useToday()
  const remind = useRemindChosen()
  const [mayPay, mayRemind, mayCredit] = [useMay('sales.pay'), useMay('sales.remind'), useMay('sales.credit')]
  const query = useQuery(unpaidQuery(customer))
  const credit = useQuery({ ...creditQuery(customer), enabled: mayCredit }).data
  const money = useMoney(query.data?.rows[0] ?? credit, true)
  if (query.isError) return <Failed retry={() => void query.refetch()} />
  if (!query.data) return <Skeleton rows={2} />
  const { rows, sums, total } = query.data
  const [oldest] = rows.toSorted((a, b) => a.dueOn.localeCompare(b.dueOn))
  const noAddress = oldest?.hasEmail === false ? sales('receipt.noAddress') : undefined
  const isLate = oldest !== undefined && oldest.dueOn < today
  return (
    <section className={css['money']} aria-label={t('label')}>
      {sums.due > 0 ? (
        <>
          <p className={css['line']}>
            <span>{t('owes')}</span>
            {oldest && <span data-late={isLate}>{t(isLate ? 'late' : 'due', { day: day(oldest.dueOn) })}</span>}
          </p>
          <FigureValue text={money(sums.due)} isLarge />
        </>
      ) : (
        <p>{t('settled')}</p>
      )}
      {oldest && (
        <div className={css['acts']}>
          {mayPay && (
            <AddLink to="/sales/sale" search={{ id: oldest.id, act: 'pay' }}>
              {t('take', { amount: money(oldest.due) })}
            </AddLink>
          )}
          {isLate && mayRemind && (
            <ChangeButton
              look="outline"
              disabled={noAddress !== undefined}
              title={noAddress}
              aria-description={noAddress}
              onClick={() => void remind({ customers: [customer] }, () => undefined)}
            >
              {t('remind')}
            </ChangeButton>
          )}
        </div>
      )}
      {total > 1 && mayPay && <p className={css['note']}>{t('several', { count: total })}</p>}
      {credit && credit.balance > 0 && (
        <p className={css['line']}>
          <span>{t('credit')}</span>
          <strong>{money(credit.balance)}</strong>
        </p>
      )}
    </section>
  )
}
