import { useTranslations } from 'use-intl'
import { Formula } from '#ui/formula.tsx'
import { Sums } from '#ui/sums.tsx'
import type { EntriesFound as Figures } from './finance.contract.ts'
import { useColumn } from '#business/ledger/figure.tsx'
import css from './finance.module.css'
import { raisedByCredit, type LedgerAccount } from '#business/ledger/ledger.rules.ts'

/**
 * The totals of all matching entries. For one account: what reached and what left it. Otherwise: every
 * amount once and, where money moved, what came in and went out. @param terms of the amounts
 */
export function EntriesFoundPanel({
  found,
  account,
  terms,
}: {
  found: Figures
  account: LedgerAccount | undefined
  terms: { currency: string; exponent: number }
}) {
  const t = useTranslations('finance.entries.sums')
  const accounts = useTranslations('finance.accounts')
  const money = useColumn(terms)
  // Income and debt grow by credits, so their change has the opposite sign.
  const isRaisedByCredit = account !== undefined && raisedByCredit.includes(account)
  const change = { name: t('change'), value: money(isRaisedByCredit ? found.out - found.in : found.in - found.out) }
  const movesMoney = found.in !== 0 || found.out !== 0
  const sums = account
    ? [
        { name: t('to', { account: accounts(account) }), value: money(found.in) },
        { name: t('from', { account: accounts(account) }), value: money(found.out) },
        change,
      ]
    : [
        { name: t('amount'), value: money(found.amount) },
        ...(movesMoney ? [{ name: t('in'), value: money(found.in) }, { name: t('out'), value: money(found.out) }, change] : []),
      ]
  const formula = account ? (isRaisedByCredit ? 'raisedByCredit' : 'raisedByDebit') : 'money'
  return (
    <div className={css['sums']}>
      <Sums label={t('label')} sums={sums} />
      <Formula of={t('label')} text={t(`formulas.${formula}`)} asOf={found.asOf} />
    </div>
  )
}
