import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { AsOf, Filed, useColumn } from '#business/ledger/figure.tsx'
import { MonthBar } from '#business/ledger/month-bar.tsx'
import type { useMonth } from '#business/ledger/use-month.ts'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/choice.tsx'
import { State, Unread } from '#ui/page.tsx'
import { Table } from '#ui/table.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useFailed } from '#ui/use-failed.ts'
import { useOpenTexts } from '#ui/use-open-texts.ts'
import { exportFormats, type ExportFormat } from './account-codes.rules.ts'
import { CodesDialog, useCodedName } from './codes-dialog.tsx'
import { DatevDialog } from './datev-dialog.tsx'
import { exportProblems } from './export-problems.rules.ts'
import css from './exports.module.css'
import { generalColumns } from './general.rules.ts'
import { api, useMay } from './journal.client.ts'
import type { AccountCodes, JournalTotals } from './journal.contract.ts'
import type { FileWords } from './journal-lines.rules.ts'
import { entriesLimit } from './journal.contract.ts'

type Month = ReturnType<typeof useMonth>

/** The words of a file in the reader's language. */
function useWords(): FileWords {
  const t = useTranslations('journal.columns')
  const source = useTranslations('finance.statement.sources')
  const account = useTranslations('finance.accounts')
  const method = useOpenTexts('sales.methods')
  return { columns: generalColumns.map((name) => t(name)), source, account, method }
}

/** The order of codes: those of digits by their value. */
const inOrder = new Intl.Collator([], { numeric: true })

/** What each account gained on either side, with its code in the file and the link to its entries. */
function Totals({ totals, codes, keep }: { totals: JournalTotals; codes: AccountCodes; keep: Month['keep'] }) {
  const t = useTranslations('journal')
  const nameOf = useCodedName()
  const money = useColumn(totals)
  const codeOf = new Map<string, string>(codes.codes.map(({ account, code }) => [account, code]))
  const codeIn = ({ account }: JournalTotals['rows'][number]) => codeOf.get(account) ?? ''
  const sum = (side: 'debit' | 'credit') => money(totals.rows.reduce((all, row) => all + row[side], 0))
  return (
    <Table
      label={t('totals')}
      look="sheet"
      narrow="lines"
      columns={[
        {
          key: 'account',
          label: t('account'),
          cell: ({ account }) => (
            <Link to="." search={{ ...keep, tab: 'transactions', account }}>
              {nameOf(account)}
            </Link>
          ),
        },
        { key: 'code', label: t('code.label'), cell: (row) => <bdi>{codeIn(row) || '–'}</bdi> },
        { key: 'debit', label: t('debit'), isNumber: true, cell: (row) => (row.debit === 0 ? '–' : money(row.debit)) },
        { key: 'credit', label: t('credit'), isNumber: true, cell: (row) => (row.credit === 0 ? '–' : money(row.credit)) },
      ]}
      rows={totals.rows.toSorted((a, b) => inOrder.compare(codeIn(a), codeIn(b)))}
      keyOf={({ account }) => account}
      total={{ name: t('total'), of: { debit: sum('debit'), credit: sum('credit') } }}
    />
  )
}

/** What prevents the export, and what the reader should know before it. */
function Problems({
  format,
  problems,
  totals,
}: {
  format: ExportFormat
  problems: ReturnType<typeof exportProblems>
  totals: JournalTotals
}) {
  const t = useTranslations('journal')
  const formatNumber = useFormatter()
  const nameOf = useCodedName()
  const { bars, warnings, accounts } = problems
  if (bars.length + warnings.length === 0) return null
  const values = {
    currency: totals.currency,
    format: t(`formats.${format}`),
    limit: formatNumber.number(entriesLimit),
    accounts: formatNumber.list(accounts.length > 0 ? accounts.map(nameOf) : [nameOf('taxRate')]),
  }
  return (
    <ul className={css['problems']} role="status">
      {bars.map((name) => (
        <li key={name}>{t(`bars.${name}`, values)}</li>
      ))}
      {warnings.map((name) => (
        <li key={name}>{t(`warnings.${name}`, values)}</li>
      ))}
    </ul>
  )
}

function Ready({ totals, codes, month }: { totals: JournalTotals; codes: AccountCodes; month: Month }) {
  const t = useTranslations('journal')
  const { format } = codes
  const [open, setOpen] = useState<'codes' | 'datev' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [canCode, canSetDatev] = [useMay('journal.saveCodes'), useMay('journal.saveDatev')]
  const words = useWords()
  const failed = useFailed()
  const problems = exportProblems(format, totals, codes)
  const save = async () => {
    const { saveExport } = await import('./save-export.ts')
    toastSuccess(t('done', { count: await saveExport(totals, codes, words) }))
  }
  const start = () => {
    setBusy(true)
    void save()
      .catch(failed)
      .finally(() => setBusy(false))
  }
  return (
    <>
      <p className={css['note']}>{t(`texts.${format}`)}</p>
      <Problems format={format} problems={problems} totals={totals} />
      <div className={css['actions']}>
        <Button look="primary" isBusy={isBusy} disabled={problems.bars.length > 0} onClick={start}>
          {t('download')}
        </Button>
        {canCode && (
          <ChangeButton look="outline" onClick={() => setOpen('codes')}>
            {t('changeCodes')}
          </ChangeButton>
        )}
        {canSetDatev && format === 'datev' && !problems.bars.includes('decimals') && (
          <ChangeButton look="outline" onClick={() => setOpen('datev')}>
            {t('datev.open')}
          </ChangeButton>
        )}
      </div>
      <Filed title={t('totals')} from={totals.from} to={totals.to} />
      <Totals totals={totals} codes={codes} keep={month.keep} />
      {open === 'codes' && <CodesDialog data={codes} onClose={() => setOpen(null)} />}
      {open === 'datev' && <DatevDialog settings={codes.datev} onClose={() => setOpen(null)} />}
    </>
  )
}

/** The books of a span as a file for an accountant's program: its totals by account with their codes, and the download. */
export function ExportsTab({ month }: { month: Month }) {
  const t = useTranslations('journal')
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const format = exportFormats.find((known) => known === search.format) ?? 'general'
  const { from, to } = month
  const totals = useQuery({ queryKey: ['finance', 'journal', from, to], queryFn: () => api.journal.totals({ from, to }) })
  const codes = useQuery({ queryKey: ['finance', 'journal', 'codes', format], queryFn: () => api.journal.codes({ format }) })
  const choose = (value: string) => {
    const chosen = exportFormats.find((known) => known === value)
    void navigate({ to: '.', search: { ...search, format: chosen === 'general' ? undefined : chosen }, resetScroll: false })
  }
  return (
    <>
      <MonthBar month={month}>
        <Choice
          label={t('format')}
          value={format}
          options={exportFormats.map((value) => ({ value, label: t(`formats.${value}`) }))}
          onChange={choose}
        />
      </MonthBar>
      {totals.isError || !totals.data ? (
        <Unread query={totals} />
      ) : codes.isError || !codes.data ? (
        <Unread query={codes} />
      ) : totals.data.entries === 0 ? (
        <State title={t('none')} text={t('noneText')} />
      ) : (
        <Ready key={format} totals={totals.data} codes={codes.data} month={month} />
      )}
      {totals.data && <AsOf at={totals.data.asOf} />}
    </>
  )
}
