import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api } from './payouts.client.ts'
import { useAmount } from '#business/ledger/ledger-columns.tsx'
import { useMoney } from '#business/ledger/use-money.ts'
import { buttonClass } from '#ui/button.tsx'
import { Facts } from '#ui/facts.tsx'
import { useFileColumns } from '#ui/lists/file-columns.ts'
import { List } from '#ui/lists/list.tsx'
import { useListQuery } from '#ui/lists/list-state.ts'
import { Unread } from '#ui/page.tsx'
import { Status } from '#ui/surface.tsx'
import { useDays } from '#ui/use-day.ts'
import { Bank } from './payout-bank.tsx'
import type { Payout, PayoutSummary } from './payout.contract.ts'
import { payoutStates, type PayoutState } from './payout.rules.ts'
import css from './payouts.module.css'

/** The state of a payout as a word; a failed one stands out. */
export function PayoutStatus({ state }: { state: PayoutState }) {
  const t = useTranslations('payouts.states')
  return <Status tone={state === 'paid' ? 'good' : state === 'failed' ? 'warn' : 'plain'}>{t(state)}</Status>
}

function Standing({ summary }: { summary: PayoutSummary }) {
  const t = useTranslations('payouts.summary')
  const money = useMoney(summary, true)
  const { available, underWay, failed } = summary
  return (
    <>
      <Facts
        label={t('label')}
        facts={[
          { name: t('available'), value: money(available) },
          { name: t('underWay'), value: money(underWay) },
          ...(failed > 0 ? [{ name: t('failed'), value: money(failed) }] : []),
        ]}
      />
      {available < 0 && <p className={css['note']}>{t('negative')}</p>}
    </>
  )
}

/** The balance at the marketplace, the account it goes to, and every payout so far (product 6, /finance). */
export function Payouts() {
  const t = useTranslations('payouts')
  const amount = useAmount()
  const days = useDays()
  const file = useFileColumns()
  const summary = useQuery({ queryKey: ['payouts', 'summary'], queryFn: () => api.payouts.summary() })
  const list = useListQuery({ entity: 'payouts', sort: 'toDay', filters: { state: 'all' }, read: api.payouts.list })
  return (
    <>
      {summary.data && !summary.isError ? (
        <div className={css['standing']}>
          <Standing summary={summary.data} />
          <Bank summary={summary.data} />
        </div>
      ) : (
        <Unread query={summary} rows={3} />
      )}
      <List<Payout>
        {...list}
        caption={t('list')}
        exportName="payouts"
        href={(row) => ({ to: '/finance/payout', search: { id: row.id } })}
        empty={{
          title: t('empty.title'),
          text: t('empty.text'),
          action: (
            <Link className={buttonClass('outline')} to="/sales">
              {t('empty.action')}
            </Link>
          ),
        }}
        filters={[
          {
            name: 'state',
            label: t('columns.state'),
            fallback: 'all',
            options: [{ value: 'all', label: t('filters.all') }, ...payoutStates.map((value) => ({ value, label: t(`states.${value}`) }))],
          },
        ]}
        columns={[
          {
            key: 'period',
            label: t('columns.period'),
            sort: 'toDay',
            isWhole: true,
            cell: (row) => days(row.fromDay, row.toDay),
          },
          file('from', (row) => row.fromDay),
          file('to', (row) => row.toDay),
          ...(['gross', 'refunds', 'commission'] as const).map((name) => amount(name, t(`columns.${name}`))),
          { ...amount('net', t('columns.net')), sort: 'net', narrow: 'first' },
          file('currency', (row) => row.currency),
          {
            key: 'state',
            narrow: 'second',
            label: t('columns.state'),
            csv: (row) => t(`states.${row.state}`),
            cell: (row) => <PayoutStatus state={row.state} />,
          },
          {
            key: 'reference',
            label: t('columns.reference'),
            csv: (row) => row.reference,
            cell: (row) => (row.reference ? <bdi>{row.reference}</bdi> : '–'),
          },
        ]}
      />
    </>
  )
}
