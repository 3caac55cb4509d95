import { useLocale, useTranslations } from 'use-intl'
import { api, useMay } from './finance.client.ts'
import { numberColumn, useAmount, useDayColumn } from '#business/ledger/ledger-columns.tsx'
import { moneyText, taxRateText } from '#lib/money.ts'
import { fullName } from '#lib/names.ts'
import { useFileColumns } from '#ui/lists/file-columns.ts'
import { List } from '#ui/lists/list.tsx'
import { useListQuery } from '#ui/lists/list-state.ts'
import { Sums } from '#ui/sums.tsx'
import { AsOf } from '#business/ledger/figure.tsx'
import { Formula } from '#ui/formula.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import css from './finance.module.css'
import { taxClasses } from '#business/ledger/tax.rules.ts'
import { documentKinds, type FinanceDocument } from './finance-report.contract.ts'

type Page = Awaited<ReturnType<typeof api.finance.invoices>>

/** The totals of all documents that match the filters; a voided bill adds nothing. */
function Found({ found }: { found: Page }) {
  const t = useTranslations('finance.invoices')
  const locale = useLocale()
  const [row] = found.rows
  const money = (minor: number) => (row ? moneyText(minor, row.currency, row.exponent, locale, true) : '')
  return (
    <div>
      <div className={css['sums']}>
        <Sums
          label={t('sums')}
          sums={(['net', 'tax', 'total', 'due'] as const).map((name) => ({ name: t(`columns.${name}`), value: money(found.sums[name]) }))}
        />
        <Formula of={t('sums')} text={t('sumsNote')} />
      </div>
      <AsOf at={found.asOf} />
    </div>
  )
}

/** The company that a document was issued to, or the person, whom accountants do not see. */
const nameOf = (row: FinanceDocument): string => row.buyerName || fullName(row)

/** Bills and credit notes in one list, each with the page that a bookkeeper files (product 6). */
export function Invoices() {
  const t = useTranslations('finance.invoices')
  const classes = useTranslations('finance.tax.classes')
  const locale = useLocale()
  const amount = useAmount()
  const file = useFileColumns()
  const dayColumn = useDayColumn()
  const list = useListQuery({
    entity: 'finance',
    sort: 'day',
    filters: { kind: 'all', rateThousandths: 'all', taxClass: 'all', from: 'all', to: 'all' },
    read: api.finance.invoices,
  })
  const { data } = list.query
  // A bookkeeper who may not sell has to wait for a bill, so the empty list offers no sale.
  const canSell = useMay('sales.sell')
  const taxClass = list.state.filters['taxClass'] ?? 'all'
  const rates = [
    ...new Set([
      ...(data?.rows ?? []).map(({ taxRateThousandths }) => String(taxRateThousandths)),
      list.state.filters['rateThousandths'] ?? 'all',
    ]),
  ]
  const kindOf = (row: FinanceDocument) => (row.isVoid ? t('void') : t(`kinds.${row.kind}`))
  return (
    <List<FinanceDocument>
      {...list}
      caption={t('title')}
      exportName="invoices"
      href={(row) => ({ to: '/sales/sale', search: { id: row.sale, ...(row.kind === 'creditNote' ? { note: row.id } : {}) } })}
      sums={data && <Found found={data} />}
      empty={{
        title: t('none'),
        text: t('noneText'),
        action: canSell && <AddLink to="/sales/add">{t('sell')}</AddLink>,
      }}
      filters={[
        {
          name: 'kind',
          label: t('columns.kind'),
          fallback: 'all',
          options: [{ value: 'all', label: t('all') }, ...documentKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))],
        },
        {
          name: 'rateThousandths',
          label: t('rate'),
          fallback: 'all',
          options: [
            { value: 'all', label: t('all') },
            ...rates.filter((value) => value !== 'all').map((value) => ({ value, label: taxRateText(Number(value), locale) })),
          ],
        },
        // Chosen by the tax report alone: most businesses have one class.
        ...(taxClass === 'all'
          ? []
          : [
              {
                name: 'taxClass' as const,
                label: t('taxClass'),
                fallback: 'all',
                options: [{ value: 'all', label: t('all') }, ...taxClasses.map((value) => ({ value, label: classes(value) }))],
              },
            ]),
        { name: 'from', label: t('from'), fallback: 'all', isDay: true },
        { name: 'to', label: t('to'), fallback: 'all', isDay: true },
      ]}
      columns={[
        numberColumn(t('columns.number')),
        dayColumn(t('columns.day')),
        { key: 'kind', label: t('columns.kind'), csv: kindOf, cell: kindOf },
        {
          key: 'saleNumber',
          label: t('columns.saleNumber'),
          csv: (row) => (row.kind === 'creditNote' ? row.saleNumber : ''),
          cell: (row) => (row.kind === 'creditNote' ? <span className="ltr whole">{row.saleNumber}</span> : '–'),
        },
        { key: 'customer', label: t('columns.customer'), csv: nameOf, cell: (row) => (nameOf(row) ? <bdi>{nameOf(row)}</bdi> : '–') },
        { key: 'file-taxNumber', label: t('columns.taxNumber'), csv: (row) => row.buyerTaxNumber ?? '' },
        ...(['net', 'tax', 'total', 'paid', 'due'] as const).map((name) => amount(name, t(`columns.${name}`))),
        file('currency', (row) => row.currency),
      ]}
    />
  )
}
