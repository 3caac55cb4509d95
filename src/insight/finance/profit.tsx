import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api } from './finance.client.ts'
import { useOpenTexts } from '#ui/use-open-texts.ts'
import { useServiceTypes } from '#directory/services/service-names.ts'
import type { Days, Search } from '#lib/addresses.ts'
import { Choice } from '#ui/choice.tsx'
import { State, Unread } from '#ui/page.tsx'
import { ReportTools } from '#ui/report-tools.tsx'
import { useDay } from '#ui/use-day.ts'
import { Table } from '#ui/table.tsx'
import { AsOf, Filed, useColumn } from '#business/ledger/figure.tsx'
import { MonthBar } from '#business/ledger/month-bar.tsx'
import { lines, ProfitSheet, signed } from './profit-sheet.tsx'
import css from './finance.module.css'
import { bases, comparisons, groupings, type Profit as Figures, type ProfitFigures } from './finance-report.contract.ts'
import type { useMonth } from '#business/ledger/use-month.ts'

type Month = ReturnType<typeof useMonth>
/** Names of the groups in the reader's language, with one for what belongs to no group. */
function useGroupName(by: Figures['by']) {
  const t = useTranslations('finance.profit')
  const { nameOf } = useServiceTypes()
  return ({ id, name }: { id: string | null; name: string }) =>
    id === null ? (by === 'none' ? '' : t(`without.${by}`)) : by === 'service' ? nameOf(name) : name
}

function Groups({ figures, keep }: { figures: Figures; keep: Days }) {
  const t = useTranslations('finance.profit')
  const words = useOpenTexts('finance.profit')
  const nameOf = useGroupName(figures.by)
  const money = useColumn(figures)
  const parts = lines[figures.basis]
  const caption = words(`groups.${figures.by}`)
  return (
    <Table
      label={caption}
      caption={caption}
      narrow="scroll"
      isWide
      columns={[
        {
          key: 'group',
          label: t(`by.${figures.by}`),
          cell: (group) => (
            <Link to="." search={{ ...keep, tab: 'transactions', [figures.by]: group.id ?? 'none' }} dir="auto">
              {nameOf(group)}
            </Link>
          ),
        },
        ...parts.map((part) => ({
          key: part,
          label: words(`${figures.basis}.${part}`),
          isNumber: true,
          cell: (group: Figures['groups'][number]) => money(signed(part, group.now)),
        })),
        { key: 'before', label: t('resultBefore'), isNumber: true, cell: (group) => money(group.before.result) },
      ]}
      rows={figures.groups}
      keyOf={({ id }) => id ?? 'none'}
    />
  )
}

/** Income less costs of a period next to the compared one, by bills or by money (product 6). */
export function ProfitTab({ month }: { month: Month }) {
  const t = useTranslations('finance.profit')
  const words = useOpenTexts('finance.profit')
  const files = useTranslations('lists.files.columns')
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const basis = bases.find((known) => known === search.basis) ?? 'accrual'
  const by = groupings.find((known) => known === search.by) ?? 'none'
  const against = search.against === 'year' ? 'year' : 'before'
  const { from, to } = month
  const query = useQuery({
    queryKey: ['finance', 'profit', from, to, basis, by, against],
    queryFn: () => api.finance.profit({ from, to, basis, by, against }),
  })
  const { data } = query
  const nameOf = useGroupName(by)
  const day = useDay()
  const choose = (change: Search) => void navigate({ to: '.', search: { ...search, ...change }, resetScroll: false })
  const sheet = () => {
    if (!data) return { header: [], rows: [] }
    const unit = 10 ** data.exponent
    const row = (name: string, { from: first, to: last }: { from: string; to: string }, figures: ProfitFigures) => [
      name,
      first,
      last,
      ...lines[basis].map((part) => signed(part, figures) / unit),
      data.currency,
    ]
    const all = [...data.groups.map((group) => ({ ...group, name: nameOf(group) })), { name: t('total'), ...data.total }]
    return {
      header: [t(`by.${by}`), files('from'), files('to'), ...lines[basis].map((part) => words(`${basis}.${part}`)), files('currency')],
      rows: all.flatMap(({ name, now, before }) => [row(name, data, now), row(name, data.before, before)]),
    }
  }
  const isEmpty = data && [data.total.now, data.total.before].every((figures) => Object.values(figures).every((amount) => amount === 0))
  return (
    <>
      <MonthBar month={month}>
        <Choice
          label={t('basis')}
          value={basis}
          options={bases.map((value) => ({ value, label: t(`bases.${value}`) }))}
          onChange={(value) => choose({ basis: bases.find((known) => known === value && known !== 'accrual') })}
        />
        <Choice
          label={t('against')}
          value={against}
          options={comparisons.map((value) => ({ value, label: t(`comparisons.${value}`) }))}
          onChange={(value) => choose({ against: value === 'year' ? value : undefined })}
        />
        <Choice
          label={t('grouped')}
          value={by}
          options={groupings.map((value) => ({ value, label: t(`by.${value}`) }))}
          onChange={(value) => choose({ by: value === 'none' ? undefined : value })}
        />
        <span className={css['tools']}>
          <ReportTools name="profit" sheet={sheet} isReady={data !== undefined} />
        </span>
      </MonthBar>
      {!data || query.isError ? (
        <Unread query={query} />
      ) : isEmpty ? (
        <State title={t('none')} text={t('noneText')} />
      ) : (
        <>
          <Filed title={t('title')} from={data.from} to={data.to} />
          {basis === 'accrual' && data.changedOn !== null && (
            <p className={css['note']}>
              {t('changed', { day: day(data.changedOn) })}{' '}
              <Link to="." search={{ ...search, basis: 'billed' }} resetScroll={false}>
                {t('asBefore')}
              </Link>
            </p>
          )}
          <ProfitSheet figures={data} keep={month.keep} />
          {by !== 'none' && <Groups figures={data} keep={month.keep} />}
        </>
      )}
      {data && <AsOf at={data.asOf} />}
    </>
  )
}
