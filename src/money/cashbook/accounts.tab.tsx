import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState, type ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { useAccountNames } from '#business/ledger/account-names.ts'
import { AsOf } from '#business/ledger/figure.tsx'
import { useMoney } from '#business/ledger/use-money.ts'
import type { useMonth } from '#business/ledger/use-month.ts'
import { changed } from '#web/changed.ts'
import { buttonClass } from '#ui/button.tsx'
import { Menu } from '#ui/menu.tsx'
import { Unread } from '#ui/page.tsx'
import { ReportTools } from '#ui/report-tools.tsx'
import { KeyFigures } from '#ui/key-figures.tsx'
import { Table } from '#ui/table.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import { useFailed } from '#ui/use-failed.ts'
import { AccountBook } from './account-book.tsx'
import { ToolRow } from './account-head.tsx'
import { MoneyAccountForm } from './money-account-form.tsx'
import { api, useMay } from './cashbook.client.ts'
import type { AccountWithBalance, CashbookAccounts } from './cashbook.contract.ts'
import css from './cashbook.module.css'
import type { RecordKind } from './move.rules.ts'
import { RecordMoney } from './record-money.tsx'
import { SetBalance } from './set-balance.tsx'

/** What is open on the page: a dialog, and what it is about. */
type Open =
  | { dialog: 'record'; kind: RecordKind }
  | { dialog: 'balance'; account: string }
  | { dialog: 'account'; row: AccountWithBalance | null }

/** The total of all accounts, and beside it what the business owes to the tax office and to suppliers. */
function Standing({ data, onPayTax }: { data: CashbookAccounts; onPayTax: (() => void) | null }) {
  const t = useTranslations('cashbook')
  const money = useMoney(data, true)
  const { taxDue, suppliers } = data
  const suppliersName = t('owed.suppliers', { count: suppliers.count })
  return (
    <KeyFigures
      label={t('owed.label')}
      figures={[
        { key: 'total', name: t('total'), title: t('total'), formula: t('totalFormula'), value: money(data.total) },
        {
          key: 'tax',
          name: t('owed.tax'),
          title: t('owed.tax'),
          formula: t('owed.taxFormula'),
          value: money(taxDue),
          below: onPayTax && taxDue > 0 && (
            <ChangeButton look="outline" onClick={onPayTax}>
              {t('owed.payTax')}
            </ChangeButton>
          ),
        },
        {
          key: 'suppliers',
          name: suppliersName,
          title: suppliersName,
          formula: t('owed.suppliersFormula'),
          value: money(suppliers.amount),
          below: suppliers.count > 0 && (
            <Link className={buttonClass('outline')} to="." search={{ tab: 'expenses', state: 'unpaid' }}>
              {t('owed.show')}
            </Link>
          ),
        },
      ]}
    />
  )
}

/** The accounts with their balances, each with its share of the money as a bar. */
function Accounts({ data, onOpen }: { data: CashbookAccounts; onOpen: (open: Open) => void }) {
  const t = useTranslations('cashbook')
  const nameOf = useAccountNames()
  const money = useMoney(data, true)
  const failed = useFailed()
  const day = useDay()
  const canKeep = useMay('cashbook.record')
  const most = Math.max(...data.rows.map(({ balance }) => Math.abs(balance)), 1)
  async function setState(row: AccountWithBalance, call: 'archiveAccount' | 'restoreAccount') {
    try {
      await api.cashbook[call]({ id: row.id, version: row.version })
      toastSuccess(t(call === 'archiveAccount' ? 'archivedDone' : 'restoredDone'))
    } catch (error) {
      failed(error)
    } finally {
      await changed('cashbook')
    }
  }
  const actions = (row: AccountWithBalance) => [
    { key: 'edit', label: t('edit'), isChange: true, run: () => onOpen({ dialog: 'account', row }) },
    ...(row.state === 'active'
      ? [{ key: 'balance', label: t('setBalance'), isChange: true, run: () => onOpen({ dialog: 'balance', account: row.id }) }]
      : [{ key: 'restore', label: t('restore'), isChange: true, run: () => void setState(row, 'restoreAccount') }]),
    ...(row.state === 'active' && !row.isFirst
      ? [
          {
            key: 'archive',
            label: t('archive'),
            isChange: true,
            reason: row.balance === 0 ? undefined : t('archiveReason'),
            run: () => void setState(row, 'archiveAccount'),
          },
        ]
      : []),
  ]
  return (
    <Table
      label={t('title')}
      columns={[
        {
          key: 'name',
          label: t('account.label'),
          cell: (row) => (
            <>
              <Link to="." search={{ tab: 'accounts', money: row.id }}>
                <bdi>{nameOf(row)}</bdi>
              </Link>
              {row.name && <span className={css['note']}> {t(`kinds.${row.kind}`)}</span>}
              {row.state === 'archived' && <span className={css['note']}> {t('archived')}</span>}
            </>
          ),
        },
        { key: 'lastOn', label: t('lastOn'), isWhole: true, cell: (row) => (row.lastOn ? day(row.lastOn) : t('never')) },
        {
          key: 'balance',
          label: t('balance.label'),
          isNumber: true,
          cell: (row) => (
            <span className={css['balance']}>
              <span className={css['track']} aria-hidden="true">
                <span
                  className={css['bar']}
                  data-tone={row.balance < 0 ? 'less' : undefined}
                  style={{ inlineSize: `${(Math.abs(row.balance) / most) * 100}%` }}
                />
              </span>
              {row.balance === 0 ? <span className={css['zero']}>–</span> : money(row.balance)}
            </span>
          ),
        },
        ...(canKeep
          ? [
              {
                key: 'actions',
                label: t('actions'),
                isActions: true,
                cell: (row: AccountWithBalance) => <Menu label={t('actions')} items={actions(row)} />,
              },
            ]
          : []),
      ]}
      rows={data.rows}
      keyOf={({ id }) => id}
    />
  )
}

/**
 * Tills, bank accounts, card terminals and wallets with their balances, or the book of the one that `?money=` names.
 * @param bank shows the bank's lines of an account, for `?book=bank`
 */
export function AccountsTab({
  month,
  bank: Bank,
}: {
  month: ReturnType<typeof useMonth>
  bank: ComponentType<{ account: AccountWithBalance }>
}) {
  const t = useTranslations('cashbook')
  const nameOf = useAccountNames()
  const canKeep = useMay('cashbook.record')
  const { money: account, book } = useSearch({ strict: false })
  const [open, setOpen] = useState<Open | null>(null)
  const query = useQuery({ queryKey: ['cashbook', 'accounts'], queryFn: () => api.cashbook.accounts({}) })
  const { data } = query
  const close = () => setOpen(null)
  if (!data || query.isError) return <Unread query={query} />
  const sheet = () => ({
    header: [t('account.label'), t('kind.label'), t('lastOn'), t('balance.label'), t('currency')],
    rows: data.rows.map((row) => [nameOf(row), t(`kinds.${row.kind}`), row.lastOn ?? '', row.balance / 10 ** data.exponent, data.currency]),
  })
  const chosen = data.rows.find(({ id }) => id === account)
  return (
    <>
      {chosen?.kind === 'bank' && book === 'bank' ? (
        <Bank account={chosen} />
      ) : chosen ? (
        <AccountBook account={chosen} month={month} />
      ) : (
        <>
          <ToolRow end={<ReportTools name={`accounts-${data.day}`} sheet={sheet} />}>
            {canKeep && (
              <>
                <ChangeButton look="primary" onClick={() => setOpen({ dialog: 'record', kind: 'transfer' })}>
                  {t('record')}
                </ChangeButton>
                <ChangeButton look="outline" onClick={() => setOpen({ dialog: 'balance', account: data.rows[0]?.id ?? '' })}>
                  {t('setBalance')}
                </ChangeButton>
                <ChangeButton look="outline" onClick={() => setOpen({ dialog: 'account', row: null })}>
                  {t('add')}
                </ChangeButton>
              </>
            )}
          </ToolRow>
          <Standing data={data} onPayTax={canKeep ? () => setOpen({ dialog: 'record', kind: 'taxPaid' }) : null} />
          <Accounts data={data} onOpen={setOpen} />
          <AsOf at={data.asOf} />
        </>
      )}
      {open?.dialog === 'record' && <RecordMoney data={data} kind={open.kind} onClose={close} />}
      {open?.dialog === 'balance' && <SetBalance data={data} account={open.account} onClose={close} />}
      {open?.dialog === 'account' && <MoneyAccountForm row={open.row} onClose={close} />}
    </>
  )
}
