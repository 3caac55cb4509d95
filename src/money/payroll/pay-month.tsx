import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Filed } from '#business/ledger/figure.tsx'
import { MonthBar } from '#business/ledger/month-bar.tsx'
import type { useMonth } from '#business/ledger/use-month.ts'
import css from '#insight/finance/finance.module.css'
import { ReportTools } from '#ui/report-tools.tsx'
import type { Sheet } from '#ui/sheet.ts'
import { Status } from '#ui/surface.tsx'
import { useMoment } from '#ui/use-moment.ts'
import type { PayMonth } from './payroll.contract.ts'

export type ChosenMonth = ReturnType<typeof useMonth>
type Terms = Pick<PayMonth, 'currency' | 'exponent'>

/** An amount as a file has it: a plain number in the currency's units. */
export const inUnits = (minor: number, { exponent }: Terms) => minor / 10 ** exponent

/** A month of pay: the bar with export and print, the content, its formula and when it was read. */
export function PayFrame({
  month,
  read,
  file,
  children,
}: {
  month: ChosenMonth
  read: Pick<PayMonth, 'isFrozen' | 'asOf'> | undefined
  /** What is exported, if there is anything. */
  file?: (Sheet & { name: string }) | undefined
  children: ReactNode
}) {
  const t = useTranslations('payroll')
  const statement = useTranslations('finance.statement')
  const when = useMoment()
  return (
    <>
      <MonthBar month={month}>
        {read && <Status tone={read.isFrozen ? 'good' : 'plain'}>{t(read.isFrozen ? 'frozen' : 'open')}</Status>}
        {file && <ReportTools name={file.name} sheet={() => file} />}
      </MonthBar>
      {read && <Filed title={t('tab')} from={month.from} to={month.to} />}
      {children}
      {read && (
        <p className={css['asOf']}>
          {t('formula')} {statement('asOf', { when: when(read.asOf) })}
        </p>
      )}
    </>
  )
}
