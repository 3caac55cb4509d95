import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from './finance.client.ts'
import { wholeTaxRate } from '#lib/amounts.ts'
import { useTaxName } from '#business/ledger/tax-class-field.tsx'
import { State, Unread } from '#ui/page.tsx'
import { ReportTools } from '#ui/report-tools.tsx'
import { numberCell, TableFrame } from '#ui/table.tsx'
import { AsOf, FigureLine, Filed, useColumn, type Rows } from '#business/ledger/figure.tsx'
import css from './finance.module.css'
import { MonthBar } from '#business/ledger/month-bar.tsx'
import type { TaxReport } from './finance-report.contract.ts'
import type { useMonth } from '#business/ledger/use-month.ts'

type Month = ReturnType<typeof useMonth>
type TaxRow = TaxReport['rows'][number]

/** Bills and credit notes are in the list of documents, everything else in the ledger. */
function rowsOf({ kind, rateThousandths, taxClass }: TaxRow, { from, to, keep }: Month): Rows {
  if (kind === 'sale' || kind === 'refund')
    return {
      search: {
        tab: 'invoices',
        kind: kind === 'sale' ? 'invoice' : 'creditNote',
        rateThousandths: String(rateThousandths ?? 0),
        ...(taxClass === null || taxClass === 'standard' ? {} : { taxClass }),
        from,
        to,
      },
    }
  return { search: { ...keep, tab: 'transactions', account: 'taxPayable', ...(kind === 'other' ? {} : { source: kind }) } }
}

/** The boxes of the country's return, with their numbers where its form is known. */
function Boxes({ report }: { report: TaxReport }) {
  const t = useTranslations('finance.tax.return')
  const money = useColumn(report)
  const amount = (value: number | null) => (value === null ? '' : money(value))
  const title = t(`forms.${report.form ?? 'other'}`)
  return (
    <TableFrame label={title} caption={title} look="sheet">
      <thead>
        <tr>
          <th scope="col">{t(report.form ? 'box' : 'what')}</th>
          <th scope="col" className={numberCell}>
            {t('net')}
          </th>
          <th scope="col" className={numberCell}>
            {t('tax')}
          </th>
        </tr>
      </thead>
      <tbody>
        {report.boxes.map(({ box, name, net, tax }) => (
          <tr key={box + name}>
            <th scope="row">{box === '' ? t(`names.${name}`) : t('line', { box, name: t(`names.${name}`) })}</th>
            <td className={numberCell}>{amount(net)}</td>
            <td className={numberCell}>{amount(tax)}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}

function Sheets({ report, month }: { report: TaxReport; month: Month }) {
  const t = useTranslations('finance.tax')
  const money = useColumn(report)
  const taxName = useTaxName()
  const rateOf = ({ rateThousandths: rate, taxClass }: TaxRow) => (rate === null ? t('noRate') : taxName(taxClass ?? 'standard', rate))
  const source = (name: string) => ({ search: { ...month.keep, tab: 'transactions', account: 'taxPayable', source: name } })
  return (
    <div className={css['sheets']}>
      <TableFrame label={t('sum')} caption={t('sum')} look="sheet">
        <tbody>
          <FigureLine name={t('sales')} formula={t('formulas.sales')} rows={source('sale')} amounts={[money(report.sales)]} />
          <FigureLine name={t('voids')} formula={t('formulas.voids')} rows={source('void')} amounts={[money(report.voids)]} />
          <FigureLine name={t('credits')} formula={t('formulas.credits')} rows={source('refund')} amounts={[money(report.credits)]} />
          <FigureLine name={t('input')} formula={t('formulas.input')} rows={source('expense')} amounts={[money(report.input)]} />
          {report.other !== 0 && <FigureLine name={t('other')} formula={t('formulas.other')} amounts={[money(report.other)]} />}
          <FigureLine name={t('payable')} formula={t('formulas.payable')} look="balance" amounts={[money(report.payable)]} />
        </tbody>
      </TableFrame>
      {report.boxes.length > 0 && <Boxes report={report} />}
      <TableFrame label={t('byRate')} caption={t('byRate')} look="sheet">
        <thead>
          <tr>
            <th scope="col">{t('what')}</th>
            {(['net', 'tax'] as const).map((key) => (
              <th key={key} scope="col" className={numberCell}>
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.rows.map((row) => (
            <FigureLine
              key={`${row.kind} ${row.taxClass} ${row.rateThousandths ?? ''}`}
              name={t('atRate', { kind: t(`kinds.${row.kind}`), rate: rateOf(row) })}
              note={t('documents', { count: row.documents })}
              rows={rowsOf(row, month)}
              amounts={[money(row.net), money(row.tax)]}
            />
          ))}
        </tbody>
      </TableFrame>
    </div>
  )
}

/** The tax of a period: on sales, refunds and expenses; by rate, each with its rows (product 6). */
export function TaxTab({ month }: { month: Month }) {
  const t = useTranslations('finance.tax')
  const files = useTranslations('lists.files.columns')
  const { from, to } = month
  const query = useQuery({ queryKey: ['finance', 'tax', from, to], queryFn: () => api.finance.tax({ from, to }) })
  const { data } = query
  const sheet = () => ({
    header: [t('what'), t('class'), t('rate'), t('net'), t('tax'), files('currency'), t('count')],
    rows: (data?.rows ?? []).map(({ kind, taxClass, rateThousandths: rate, net, tax, documents }) => {
      const unit = 10 ** (data?.exponent ?? 0)
      return [
        t(`kinds.${kind}`),
        taxClass === null ? '' : t(`classes.${taxClass}`),
        rate === null ? '' : rate / wholeTaxRate,
        net / unit,
        tax / unit,
        data?.currency ?? '',
        documents,
      ]
    }),
  })
  return (
    <>
      <MonthBar month={month}>
        <ReportTools name="tax" sheet={sheet} isReady={data !== undefined} />
      </MonthBar>
      {!data || query.isError ? (
        <Unread query={query} />
      ) : data.rows.length === 0 ? (
        <State title={t('none')} text={t('noneText')} />
      ) : (
        <>
          <Filed title={t('title')} from={data.from} to={data.to} />
          <Sheets report={data} month={month} />
        </>
      )}
      {data && <AsOf at={data.asOf} />}
    </>
  )
}
