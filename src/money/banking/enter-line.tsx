import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useAccountNames } from '#business/ledger/account-names.ts'
import { useMoney } from '#business/ledger/use-money.ts'
import { pageLimit } from '#lib/calls.ts'
import { choiceOf } from '#lib/choices.ts'
import { comes, leaves, recordKinds } from '#money/cashbook/move.rules.ts'
import { categories } from '#money/expenses/expense.rules.ts'
import { changed } from '#web/changed.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { MoneyField } from '#ui/inputs.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useDay } from '#ui/use-day.ts'
import { useForm } from '#ui/use-form.ts'
import { api } from './banking.client.ts'
import { matchInput, type BankBalance, type BankLineRow } from './banking.contract.ts'
import { useOpenDocuments, type OpenDocument } from './open-documents.ts'

type Values = {
  what: string
  entry: string
  document: string
  account: string
  category: string
  supplier: string
  tax: number | string
  note: string
}

/** What a line can be by choice: rows of entries of its amount, and documents that it may pay; of each the first is chosen at first. */
type Choices = { entries: BankBalance['entries']['rows']; documents: OpenDocument[] }

/** What a form says that a line is. */
function inputOf(
  line: BankLineRow,
  { what, entry, document, account, category, supplier, tax, note }: Values,
  { entries, documents }: Choices,
) {
  const none = { id: line.id, version: line.version, entries: [], documents: [], expense: null, move: null }
  if (what === 'entry') return { ...none, entries: (entries.find(({ id }) => id === entry) ?? entries[0])?.entries ?? [] }
  if (what === 'document') {
    const paid = documents.find(({ value }) => value === document) ?? documents[0]
    return { ...none, documents: paid ? [paid.document] : [] }
  }
  if (what === 'expense') return { ...none, expense: { category, supplier, tax, note } }
  return { ...none, move: { kind: what, account: what === 'transfer' ? account || null : null, note } }
}

/** Says what a line without a right proposal is: an entry of its amount, a document that it pays, or an expense, a transfer or other money that is entered for it. */
export function EnterLine({
  line,
  account,
  terms,
  onClose,
}: {
  line: BankLineRow
  account: string
  terms: { currency: string; exponent: number }
  onClose: () => void
}) {
  const t = useTranslations('banking')
  const moves = useTranslations('cashbook.moves')
  const kinds = useTranslations('expenses.categories')
  const nameOf = useAccountNames()
  const money = useMoney(terms)
  const day = useDay()
  const { data: accounts = [] } = useQuery({ queryKey: ['cashbook', 'choices'], queryFn: () => api.cashbook.choices() })
  const { data: balance } = useQuery({ queryKey: ['banking', 'balance', account], queryFn: () => api.banking.balance({ account }) })
  const entries = balance?.entries.rows.filter(({ amount }) => amount === line.amount) ?? []
  const documents = useOpenDocuments(line, terms)
  const choices = { entries, documents }
  const initial: Values = {
    what: line.amount < 0 ? 'expense' : 'transfer',
    entry: '',
    document: '',
    account: '',
    category: '',
    supplier: [...(line.name || line.text)].slice(0, 80).join('').trim(),
    tax: 0,
    note: '',
  }
  const form = useForm({
    name: 'enter-line',
    initial,
    schema: matchInput,
    input: (values) => inputOf(line, values, choices),
    rename: {
      'expense.category': 'category',
      'expense.supplier': 'supplier',
      'expense.tax': 'tax',
      'expense.note': 'note',
      'move.kind': 'what',
      'move.account': 'account',
      'move.note': 'note',
    },
    async submit(values) {
      await api.banking.accept(matchInput.parse(inputOf(line, values, choices)))
      await changed('banking')
      toastSuccess(t('done'))
      onClose()
    },
  })
  const { what } = form.values
  const possible = recordKinds.filter((kind) => kind === 'transfer' || (line.amount < 0 ? leaves(kind) : comes(kind)))
  return (
    <Dialog title={t('enter.title')} onClose={onClose}>
      <DialogForm form={form} save={t('enter.save')} back={t('enter.back')} onClose={onClose}>
        <p>
          <span className="whole">{day(line.day)}</span> · <strong className="whole">{money(line.amount)}</strong> ·{' '}
          <bdi>{line.name || line.text || t('nameless')}</bdi>
        </p>
        <SelectField
          field={form.field('what')}
          label={t('enter.kind')}
          options={[
            ...(entries.length > 0 ? [{ value: 'entry', label: t('enter.entry') }] : []),
            ...(documents.length > 0 ? [{ value: 'document', label: t(line.amount > 0 ? 'enter.bill' : 'enter.unpaid') }] : []),
            ...(line.amount < 0 ? [{ value: 'expense', label: t('enter.expense') }] : []),
            ...possible.map((value) => ({ value, label: moves(choiceOf(recordKinds, value)) })),
          ]}
        />
        {what === 'entry' && (
          <SelectField
            field={form.field('entry')}
            label={t('enter.entryLabel')}
            options={entries.map((row) => ({
              value: row.id,
              label: `${day(row.day)} · ${row.name || t('nameless')} · ${money(row.amount)}`,
            }))}
          />
        )}
        {what === 'document' && (
          <SelectField
            field={form.field('document')}
            label={t(line.amount > 0 ? 'kinds.bill' : 'kinds.supplierBill')}
            hint={line.amount > 0 ? t('enter.billHint', { count: pageLimit }) : undefined}
            options={documents}
          />
        )}
        {what === 'transfer' && (
          <SelectField
            field={form.field('account')}
            label={t('enter.account')}
            placeholder={t('choose')}
            options={accounts.filter(({ id }) => id !== account).map((row) => ({ value: row.id, label: nameOf(row) }))}
          />
        )}
        {what === 'expense' && (
          <>
            <SelectField
              field={form.field('category')}
              label={t('enter.category')}
              placeholder={t('choose')}
              options={categories.map((value) => ({ value, label: kinds(value) }))}
            />
            <TextField field={form.field('supplier')} label={t('enter.supplier')} maxLength={80} />
            <MoneyField field={form.field('tax')} label={t('enter.tax')} currency={terms.currency} exponent={terms.exponent} />
          </>
        )}
        {what !== 'entry' && what !== 'document' && <TextField field={form.field('note')} label={t('enter.note')} maxLength={200} />}
      </DialogForm>
    </Dialog>
  )
}
