import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAccountNames } from '#business/ledger/account-names.ts'
import { AsOf, FigureLine, Filed, useColumn, type Rows } from '#business/ledger/figure.tsx'
import { useToday } from '#business/setup/here.ts'
import { earlier, isDay } from '#lib/days.ts'
import { Unread } from '#ui/page.tsx'
import { DayPill } from '#ui/dates/day-pill.tsx'
import { ReportTools } from '#ui/report-tools.tsx'
import { TableFrame } from '#ui/table.tsx'
import { balanceLines, type Balance, type BalanceLine } from './balance.contract.ts'
import { api } from './finance.client.ts'
import css from './finance.module.css'

const parts = ['assets', 'liabilities', 'equity'] as const

/** Where the rows behind a line are listed, for the lines that have a page of their own. */
const behind: Partial<Record<BalanceLine, Rows>> = {
  marketplace: { search: { tab: 'payouts' } },
  onItsWay: { search: { tab: 'payouts' } },
  customers: { to: '/sales', search: { tab: 'sales', state: 'unpaid' } },
  suppliers: { search: { tab: 'expenses', state: 'unpaid' } },
  tax: { search: { tab: 'tax' } },
  trainers: { search: { tab: 'payroll' } },
  earnedPay: { search: { tab: 'payroll' } },
  thisYear: { search: { tab: 'profit', span: 'year' } },
}

/** The lines of a part; the money accounts have their own lines instead of the sum of them. */
const linesOf = ({ accounts }: Balance, part: (typeof parts)[number]) =>
  balanceLines[part].filter((line) => line !== 'cash' || accounts.length === 0)

function Sheet({ figures }: { figures: Balance }) {
  const t = useTranslations('finance.balance')
  const money = useColumn(figures)
  const nameOf = useAccountNames()
  return (
    <div className={css['sheets']}>
      {([['assets'], ['liabilities', 'equity']] as const).map((side) => (
        <TableFrame key={side[0]} label={t(`sides.${side[0]}`)} caption={t(`sides.${side[0]}`)} look="sheet">
          {side.map((part) => (
            <tbody key={part}>
              {part === 'assets' &&
                figures.accounts.map((account) => (
                  <FigureLine
                    key={account.id}
                    name={nameOf(account)}
                    formula={t('formulas.account')}
                    rows={{ search: { tab: 'accounts', money: account.id } }}
                    amounts={[money(account.amount)]}
                  />
                ))}
              {linesOf(figures, part).map((line) => (
                <FigureLine
                  key={line}
                  name={t(`lines.${line}`)}
                  formula={t(`formulas.${line}`)}
                  {...(behind[line] ? { rows: behind[line] } : {})}
                  amounts={[
                    figures[line] === 0 ? (
                      <span key={line} className={css['zero']}>
                        –
                      </span>
                    ) : (
                      money(figures[line])
                    ),
                  ]}
                />
              ))}
              <FigureLine name={t(`sums.${part}`)} look="sum" amounts={[money(figures[part])]} />
            </tbody>
          ))}
          {side.length > 1 && (
            <tbody>
              <FigureLine name={t('sums.both')} look="balance" amounts={[money(figures.liabilities + figures.equity)]} />
            </tbody>
          )}
        </TableFrame>
      ))}
    </div>
  )
}

/** What the business has and owes at the end of a day; `?to=` is the day, today without it. */
export function BalanceTab() {
  const t = useTranslations('finance.balance')
  const files = useTranslations('lists.files.columns')
  const nameOf = useAccountNames()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const today = useToday()
  const day = earlier(isDay(search.to) ? search.to : today, today)
  const query = useQuery({ queryKey: ['finance', 'balance', day], queryFn: () => api.finance.balance({ day }) })
  const { data } = query
  const sheet = () => {
    if (!data) return { header: [], rows: [] }
    const row = (name: string, minor: number) => [name, minor / 10 ** data.exponent, data.currency]
    return {
      header: [t('line'), t('amount'), files('currency')],
      rows: parts.flatMap((part) => [
        ...(part === 'assets' ? data.accounts.map((account) => row(nameOf(account), account.amount)) : []),
        ...linesOf(data, part).map((line) => row(t(`lines.${line}`), data[line])),
        row(t(`sums.${part}`), data[part]),
      ]),
    }
  }
  return (
    <>
      <div className={css['bar']}>
        <DayPill
          label={t('day')}
          value={day}
          max={today}
          onChange={(to) => void navigate({ to: '.', search: { ...search, to }, resetScroll: false })}
        />
        <span className={css['tools']}>
          <ReportTools name="balance" sheet={sheet} isReady={data !== undefined} />
        </span>
      </div>
      {data && !query.isError ? (
        <>
          <Filed title={t('title')} from={data.day} to={data.day} />
          <Sheet figures={data} />
          <AsOf at={data.asOf} />
        </>
      ) : (
        <Unread query={query} />
      )}
    </>
  )
}
