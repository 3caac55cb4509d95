import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ToolRow } from '#money/cashbook/account-head.tsx'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/choice.tsx'
import { Table } from '#ui/table.tsx'
import { choiceOf } from '#lib/choices.ts'
import { columnRoles, dayOrders } from './column-roles.rules.ts'
import type { ColumnChoice } from './use-bank-file.ts'

/** The columns of a CSV file with what each is, over its first rows. */
export function BankFileColumns({
  rows,
  choice: first,
  isBusy,
  onUse,
}: {
  rows: string[][]
  choice: ColumnChoice
  isBusy: boolean
  onUse: (choice: ColumnChoice) => void
}) {
  const t = useTranslations('banking.file')
  const [choice, setChoice] = useState(first)
  const count = Math.max(...rows.map((cells) => cells.length), choice.columns.length)
  const columns = Array.from({ length: count }, (_, at) => choice.columns[at] ?? '')
  const setColumn = (at: number, value: string) =>
    setChoice({
      ...choice,
      columns: columns.map((role, place) => (place === at ? (columnRoles.find((one) => one === value) ?? '') : role)),
    })
  return (
    <>
      <Table
        label={t('preview')}
        narrow="scroll"
        columns={columns.map((role, at) => ({
          key: String(at),
          label: t('column', { number: at + 1 }),
          head: (
            <Choice
              label={t('column', { number: at + 1 })}
              value={role}
              options={[{ value: '', label: t('roles.none') }, ...columnRoles.map((value) => ({ value, label: t(`roles.${value}`) }))]}
              onChange={(value) => setColumn(at, value)}
            />
          ),
          cell: (row: { cells: string[] }) => <span dir="auto">{row.cells[at]}</span>,
        }))}
        rows={rows.map((cells, at) => ({ at, cells }))}
        keyOf={({ at }) => String(at)}
      />
      <ToolRow>
        <Choice
          label={t('dayOrder')}
          value={choice.dayOrder}
          options={dayOrders.map((value) => ({ value, label: t(`dayOrders.${value}`) }))}
          onChange={(value) => setChoice({ ...choice, columns, dayOrder: choiceOf(dayOrders, value) })}
        />
        <Button isBusy={isBusy} onClick={() => onUse({ ...choice, columns })}>
          {t('use')}
        </Button>
      </ToolRow>
    </>
  )
}
