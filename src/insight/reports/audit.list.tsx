import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { api } from './reports.client.ts'
import { wholeTaxRate } from '#lib/amounts.ts'
import { amountText } from '#lib/digits.ts'
import { moneyText, taxRateText } from '#lib/money.ts'
import { buttonClass } from '#ui/button.tsx'
import { useFileColumns, useFileMoment } from '#ui/lists/file-columns.ts'
import { List } from '#ui/lists/list.tsx'
import { useListQuery } from '#ui/lists/list-state.ts'
import { useOpenTexts } from '#ui/use-open-texts.ts'
import { Status } from '#ui/surface.tsx'
import { useDay } from '#ui/use-day.ts'
import { useMoment } from '#ui/use-moment.ts'
import type { Field, MoneyEvent } from './audit.contract.ts'
import { amountFields, auditMarks } from './audit.rules.ts'
import css from './reports.module.css'

/** The texts of the log: what was done to what, and each value; names that no catalogue has are shown as written. */
function useWords() {
  const t = useTranslations('reports')
  const words = useOpenTexts('reports')
  const methods = useOpenTexts('sales.methods')
  const accounts = useOpenTexts('finance.accounts')
  const taxRate = useTranslations('journal')('taxRate')
  const format = useOpenTexts('journal.formats')
  const channels = useOpenTexts('reports.channels')
  const categories = useOpenTexts('expenses.categories')
  const units = useOpenTexts('trainers.rule.unit')
  const emptySessions = useOpenTexts('payroll.empty.rule')
  const taxClasses = useOpenTexts('finance.tax.classes')
  const prorations = useOpenTexts('enrolments.billing.proration')
  const cancelledSessions = useOpenTexts('enrolments.billing.cancelled')
  const visits = useOpenTexts('enrolments.billing.visits')
  const placeOffers = useOpenTexts('enrolments.billing.offers')
  const acts = useOpenTexts('reports.acts')
  const purposes = useOpenTexts('cashbook.moves')
  const accountKinds = useOpenTexts('cashbook.kinds')
  const states = {
    sale: useOpenTexts('sales.states'),
    expense: useOpenTexts('expenses.states'),
    payout: useOpenTexts('payouts.states'),
  }
  const when = useMoment()
  const moment = useFileMoment()
  const day = useDay()
  const locale = useLocale()
  const said = (area: 'actions' | 'entities' | 'fields' | 'agents', name: string) =>
    words.has(`${area}.${name}`) ? words(`${area}.${name}`) : name
  const codedName = (account: string) => (accounts.has(account) ? accounts(account) : taxRate)
  const isAmount = (name: string, value: string) =>
    (amountFields.includes(name) || /^(payments|taxes)\./.test(name)) && /^-?\d+$/.test(value)
  const isShare = (name: string) => ['rate', 'reducedRate', 'share'].includes(name)
  const valueOf = (row: MoneyEvent, name: string, value: string | null) => {
    if (value === null) return '–'
    if (isAmount(name, value)) return moneyText(Number(value), row.currency, row.exponent, locale, true)
    if (isShare(name)) return taxRateText(Math.round(Number(value) * 10), locale)
    if (name === 'receipt') return t('values.attached')
    // Prefixed, since a spreadsheet would drop leading zeros.
    if (name === 'ending') return `…${value}`
    if (value === 'true' || value === 'false') return t(`values.${value}`)
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return day(value)
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return when(value)
    const state = Object.entries(states).find(([entity]) => entity === row.entity)?.[1]
    const own = {
      method: methods,
      channel: channels,
      category: categories,
      proration: prorations,
      cancelledSessions,
      visits,
      placeOffers,
      act: acts,
      kind: row.entity === 'moneyAccount' ? accountKinds : purposes,
      taxClass: taxClasses,
      unit: units,
      emptySessions,
      format,
      state,
    }[name]
    return own?.has(value) ? own(value) : value
  }
  /** A value as the file has it: a plain number, an ISO day or local time, or its word. */
  const fileValue = (row: MoneyEvent, name: string, value: string | null): string | number => {
    if (value === null) return ''
    if (isAmount(name, value)) return amountText(Number(value), row.exponent)
    if (isShare(name)) return Math.round(Number(value) * 10) / wholeTaxRate
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return value
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return moment(value)
    return valueOf(row, name, value)
  }
  return {
    moment,
    fileValue,
    action: (row: MoneyEvent) => t('what', { entity: said('entities', row.entity), action: said('actions', row.action) }),
    actionName: (name: string) => said('actions', name),
    actor: (row: MoneyEvent) => (row.role === 'apiKey' ? t('byKey', { name: row.actor }) : row.actor || said('agents', row.role)),
    field: (name: string) => {
      if (name.startsWith('payments.')) return t('payment', { method: methods(name.slice(9)) })
      if (name.startsWith('taxes.')) return t('netOf', { taxClass: taxClasses(name.slice(6)) })
      if (name.startsWith('codes.')) return t('codeOf', { account: codedName(name.slice(6)) })
      return said('fields', name)
    },
    change: (row: MoneyEvent, { name, before, after }: Field) =>
      before === null ? valueOf(row, name, after) : t('change', { before: valueOf(row, name, before), after: valueOf(row, name, after) }),
    mark: (mark: (typeof auditMarks)[number]) => t(`marks.${mark}`),
  }
}

/** Every change to money with the values before it, newest first, and what stands out (product 6, /sales/audit-report). */
export function AuditList() {
  const t = useTranslations('reports')
  const words = useWords()
  const { data: known } = useQuery({ queryKey: ['reports', 'auditors'], queryFn: () => api.reports.auditors() })
  const list = useListQuery({
    entity: 'reports',
    sort: 'sequence',
    filters: { actor: 'all', action: 'all', mark: 'all', from: 'all', to: 'all' },
    read: api.reports.audit,
  })
  const when = useMoment()
  const file = useFileColumns()
  const changes = (row: MoneyEvent) => row.fields.map((field) => `${words.field(field.name)}: ${words.change(row, field)}`)
  return (
    <List<MoneyEvent>
      {...list}
      caption={t('audit')}
      exportName="audit-report"
      fileRows={(row) => (row.fields.length === 0 ? [row] : row.fields.map((field) => ({ ...row, fields: [field] })))}
      href={(row) => (row.sale ? { to: '/sales/sale', search: { id: row.sale } } : null)}
      empty={{
        title: t('none.title'),
        text: t('none.text'),
        action: (
          <Link className={buttonClass('outline')} to="/sales">
            {t('back')}
          </Link>
        ),
      }}
      filters={[
        {
          name: 'mark',
          label: t('columns.marks'),
          fallback: 'all',
          options: [
            { value: 'all', label: t('filters.all') },
            { value: 'any', label: t('filters.marked') },
            ...auditMarks.map((value) => ({ value, label: words.mark(value) })),
          ],
        },
        {
          name: 'action',
          label: t('columns.action'),
          fallback: 'all',
          options: [
            { value: 'all', label: t('filters.anyAction') },
            ...(known?.actions ?? []).map((value) => ({ value, label: words.actionName(value) })),
          ],
        },
        {
          name: 'actor',
          label: t('columns.actor'),
          fallback: 'all',
          options: [
            { value: 'all', label: t('filters.anyone') },
            ...(known?.actors ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ],
        },
        { name: 'from', label: t('filters.from'), fallback: 'all', isDay: true },
        { name: 'to', label: t('filters.to'), fallback: 'all', isDay: true },
      ]}
      columns={[
        {
          key: 'at',
          label: t('columns.at'),
          sort: 'sequence',
          csv: (row) => words.moment(row.at),
          isWhole: true,
          cell: (row) => when(row.at),
        },
        { key: 'actor', label: t('columns.actor'), csv: words.actor, cell: (row) => <bdi>{words.actor(row)}</bdi> },
        { key: 'action', label: t('columns.action'), csv: words.action, cell: words.action },
        {
          key: 'number',
          label: t('columns.document'),
          csv: (row) => row.number ?? '',
          cell: (row) => (row.number ? <span className="ltr whole">{row.number}</span> : '–'),
        },
        {
          key: 'fields',
          label: t('columns.fields'),
          cell: (row) => (
            <ul className={`${css['fields']} ${css['changes']}`}>
              {changes(row).map((line) => (
                <li key={line}>
                  <bdi>{line}</bdi>
                </li>
              ))}
            </ul>
          ),
        },
        // The file has a line for each changed field.
        file('field', ({ fields: [field] }) => (field ? words.field(field.name) : '')),
        file('before', (row) => (row.fields[0] ? words.fileValue(row, row.fields[0].name, row.fields[0].before) : '')),
        file('after', (row) => (row.fields[0] ? words.fileValue(row, row.fields[0].name, row.fields[0].after) : '')),
        file('currency', (row) => row.currency),
        {
          key: 'reason',
          label: t('columns.reason'),
          csv: (row) => row.reason,
          cell: (row) => (row.reason ? <bdi>{row.reason}</bdi> : '–'),
        },
        {
          key: 'marks',
          label: t('columns.marks'),
          csv: (row) => row.marks.map(words.mark).join('; '),
          cell: (row) =>
            row.marks.length === 0 ? (
              '–'
            ) : (
              <span className={css['marks']}>
                {row.marks.map((mark) => (
                  <Status key={mark} tone="warn">
                    {words.mark(mark)}
                  </Status>
                ))}
              </span>
            ),
        },
      ]}
    />
  )
}
