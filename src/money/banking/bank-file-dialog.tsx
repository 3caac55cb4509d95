import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMoney } from '#business/ledger/use-money.ts'
import { mayBeSameAccount } from '#lib/bank-account.ts'
import { ToolRow } from '#money/cashbook/account-head.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { CheckBox } from '#ui/check-box.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { Facts } from '#ui/facts.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useDay } from '#ui/use-day.ts'
import { BankFileColumns } from './bank-file-columns.tsx'
import type { BankFault, BankStatement } from './bank-statement.rules.ts'
import css from './banking.module.css'
import { useBankFile, type BankVerdicts } from './use-bank-file.ts'

type Currency = { currency: string; exponent: number }

/** Why a file can't be read, with the line. */
function Fault({ fault: { code, line } }: { fault: BankFault }) {
  const t = useTranslations('banking.file')
  return (
    <p className={css['failure']} role="alert">
      {t(`faults.${code}`, { line: line === null ? '' : t('atLine', { line }) })}
    </p>
  )
}

/** What a file has: its days, sums and balances, and how many of its lines are new. */
function Contents({ statement, verdicts, terms }: { statement: BankStatement; verdicts: BankVerdicts; terms: Currency }) {
  const t = useTranslations('banking.file')
  const money = useMoney(terms)
  const day = useDay()
  const { lines, openingBalance, closingBalance } = statement
  const days = lines.map((line) => line.day).toSorted()
  const sum = (sign: 1 | -1) => lines.reduce((total, { amount }) => (amount * sign > 0 ? total + amount * sign : total), 0)
  const stated = (balance: number | null) => (balance === null ? t('notStated') : money(balance))
  return (
    <Facts
      label={t('title')}
      facts={[
        { name: t('lines', { count: lines.length }), value: t('span', { from: day(days[0] ?? ''), to: day(days.at(-1) ?? '') }) },
        { name: t('new'), value: lines.length - verdicts.known.size },
        { name: t('known'), value: verdicts.known.size },
        { name: t('moneyIn'), value: money(sum(1)) },
        { name: t('moneyOut'), value: money(sum(-1)) },
        { name: t('opening'), value: stated(openingBalance) },
        { name: t('closing'), value: stated(closingBalance) },
      ]}
    />
  )
}

/** What a member should know of a file before importing it. */
function Warnings({ statement, number }: { statement: BankStatement; number: string }) {
  const t = useTranslations('banking.file')
  const isOther = number !== '' && statement.account !== '' && !mayBeSameAccount(number, statement.account)
  return (
    <>
      {isOther && <p role="alert">{t('otherAccount', { account: statement.account, own: number })}</p>}
      {statement.isChained === false && <p role="alert">{t('unchained')}</p>}
      {statement.skipped > 0 && <p className={css['note']}>{t('skipped', { count: statement.skipped })}</p>}
    </>
  )
}

/** Imports a statement of a bank account: choosing it, its columns where they are open, and what is new in it. */
export function BankFileDialog({
  account,
  terms,
  onClose,
}: {
  account: { id: string; number: string }
  terms: Currency
  onClose: () => void
}) {
  const t = useTranslations('banking.file')
  const names = useTranslations('banking')
  const work = useBankFile(account.id, { ...terms, usualOrder: terms.currency === 'USD' ? 'monthFirst' : 'dayFirst' })
  const { file, statement, fault, verdicts, isBusy } = work
  const [skipsDoubles, setSkipsDoubles] = useState(true)
  const [isOpen, setOpen] = useState(false)
  const positions = new Set((statement?.lines ?? []).map((_, at) => at + 1))
  const fresh = positions.difference(verdicts?.known ?? new Set()).difference(skipsDoubles && verdicts ? verdicts.doubles : new Set())
  const needsColumns = file?.choice && (fault?.code === 'columns' || !file.isSure || isOpen)
  async function store() {
    const added = await work.store(fresh)
    if (added === null) return
    toastSuccess(t('imported', { count: added }))
    onClose()
  }
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <div className={css['import']} aria-busy={isBusy}>
        <p>{t('text')}</p>
        <ToolRow>
          <label className={buttonClass(file ? 'outline' : 'primary')} htmlFor="bank-file">
            {t(file ? 'another' : 'choose')}
          </label>
          <input
            id="bank-file"
            className="hidden-text"
            type="file"
            accept=".csv,.txt,.xml,text/csv,text/xml,application/xml"
            onChange={(event) => {
              const [chosen] = event.target.files ?? []
              if (chosen) void work.read(chosen)
              // A browser fires no change event for the same file, which may have been corrected meanwhile.
              event.target.value = ''
            }}
          />
          {file && <bdi>{file.name}</bdi>}
        </ToolRow>
        {isBusy && <p role="status">{t('reading')}</p>}
        {fault && <Fault fault={fault} />}
        {needsColumns && file.choice && (
          <>
            {!file.isSure && <p role="alert">{t('unsure')}</p>}
            <BankFileColumns rows={file.rows} choice={file.choice} isBusy={isBusy} onUse={(choice) => void work.readWith(choice)} />
          </>
        )}
        {statement && verdicts && (
          <>
            <Contents statement={statement} verdicts={verdicts} terms={terms} />
            <Warnings statement={statement} number={account.number} />
            {verdicts.doubles.size > 0 && (
              <>
                <p>{t('doubles', { count: verdicts.doubles.size })}</p>
                <CheckBox label={t('skipDoubles')} isChecked={skipsDoubles} onChange={setSkipsDoubles} />
              </>
            )}
          </>
        )}
        <div className={css['actions']}>
          <Button onClick={onClose}>{names('enter.back')}</Button>
          {file?.choice && !needsColumns && <Button onClick={() => setOpen(true)}>{t('change')}</Button>}
          {statement && verdicts && (
            <Button look="primary" isBusy={isBusy} disabled={fresh.size === 0} onClick={() => void store()}>
              {t('import', { count: fresh.size })}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
