import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api } from './payouts.client.ts'
import { useMoney } from '#business/ledger/use-money.ts'
import { Facts } from '#ui/facts.tsx'
import { Page, Unread } from '#ui/page.tsx'
import { ReportTools } from '#ui/report-tools.tsx'
import { Table } from '#ui/table.tsx'
import { useDay, useDays } from '#ui/use-day.ts'
import type { PayoutDetail } from './payout.contract.ts'
import { PayoutStatus } from './payouts.tsx'

function Sums({ payout }: { payout: PayoutDetail }) {
  const t = useTranslations('payouts')
  const money = useMoney(payout, true)
  const { account, reference, failureReason } = payout
  return (
    <Facts
      label={t('page.facts')}
      facts={[
        { name: t('columns.gross'), value: money(payout.gross) },
        { name: t('columns.refunds'), value: money(0 - payout.refunds) },
        { name: t('columns.commission'), value: money(0 - payout.commission) },
        { name: t('columns.net'), value: money(payout.net) },
        { name: t('columns.state'), value: <PayoutStatus state={payout.state} /> },
        ...(reference ? [{ name: t('columns.reference'), value: reference }] : []),
        ...(failureReason ? [{ name: t('page.reason'), value: failureReason }] : []),
        ...(account
          ? [
              {
                name: t('page.to'),
                // Isolated: each part keeps its own direction, in the reading order of the locale.
                value: t('page.account', {
                  holder: `\u2068${account.holder}\u2069`,
                  bank: `\u2068${account.bankName}\u2069`,
                  number: t('bank.number', { ending: account.ending }),
                }),
              },
            ]
          : []),
      ]}
    />
  )
}

function Lines({ payout }: { payout: PayoutDetail }) {
  const t = useTranslations('payouts')
  const money = useMoney(payout, true)
  const day = useDay()
  return (
    <Table
      label={t('page.lines')}
      columns={[
        {
          key: 'sale',
          label: t('page.sale'),
          cell: (line) => (
            <Link to="/sales/sale" search={{ id: line.sale }} className="ltr">
              {line.number}
            </Link>
          ),
        },
        { key: 'day', label: t('page.day'), isWhole: true, cell: (line) => day(line.day) },
        { key: 'kind', label: t('page.kind'), cell: (line) => t(`kinds.${line.kind}`) },
        { key: 'amount', label: t('page.amount'), isNumber: true, cell: (line) => money(line.amount) },
      ]}
      rows={payout.lines}
      keyOf={({ position }) => String(position)}
      total={{ name: t('page.total'), of: { amount: money(payout.net) } }}
    />
  )
}

function Actions({ payout }: { payout: PayoutDetail }) {
  const t = useTranslations('payouts')
  const sheet = () => ({
    header: [t('page.sale'), t('page.day'), t('page.kind'), `${t('page.amount')} (${payout.currency})`],
    rows: payout.lines.map(({ number, day, kind, amount }) => [number, day, t(`kinds.${kind}`), amount / 10 ** payout.exponent]),
  })
  return <ReportTools name={`payout-${payout.toDay}`} sheet={sheet} />
}

/** /finance/payout?id=…: one payout with every line, each linked to its sale (product 6, /finance). */
export default function PayoutPage() {
  const t = useTranslations('payouts')
  const days = useDays()
  const { id = '' } = useSearch({ strict: false })
  const query = useQuery({ queryKey: ['payouts', 'page', id], queryFn: () => api.payouts.get({ id }) })
  const payout = query.data
  return (
    <Page
      title={payout ? t('page.title', { days: days(payout.fromDay, payout.toDay) }) : t('one')}
      lead={
        <Link to="/finance" search={{ tab: 'payouts' }}>
          {t('back')}
        </Link>
      }
      actions={payout && <Actions payout={payout} />}
    >
      {payout ? (
        <>
          <Sums payout={payout} />
          <Lines payout={payout} />
        </>
      ) : (
        <Unread query={query} rows={8} />
      )}
    </Page>
  )
}
