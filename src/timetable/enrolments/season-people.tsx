import { useTranslations } from 'use-intl'
import type { z } from 'zod/mini'
import { useMoney } from '#business/ledger/use-money.ts'
import { fullName } from '#lib/names.ts'
import type { SeasonPlace, seasonShown } from '#timetable/batches/season.contract.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/field.tsx'
import { Table } from '#ui/table.tsx'
import { useDay } from '#ui/use-day.ts'
import type { FieldBinding } from '#ui/use-form.ts'
import css from './season-people.module.css'

/** What the next season of a batch would be, as the call answers. */
export type SeasonShown = z.output<typeof seasonShown>

type Choice = { shown: SeasonShown; field: FieldBinding<string[]> }

/** The person of a row: a checkbox for who can continue, else why not. */
function SeasonPerson({ row, field }: { row: SeasonPlace } & Pick<Choice, 'field'>) {
  const t = useTranslations('batches.season')
  const name = row.customer === null ? t('unnamed') : fullName(row)
  const out = field.value
  const toggle = (isChosen: boolean) =>
    field.onChange(isChosen ? out.filter((id) => id !== row.enrolment) : [...out.filter((id) => id !== row.enrolment), row.enrolment])
  if (row.exception)
    return (
      <>
        <bdi>{name}</bdi>
        <span className={css['why']}>{t(`exception.${row.exception}`)}</span>
      </>
    )
  const id = `${field.id}-${row.enrolment}`
  const isChosen = !out.includes(row.enrolment)
  return (
    <CheckField field={{ name: id, id, value: isChosen, error: undefined, onChange: toggle, onBlur: () => {} }} label={name}>
      {row.isWaiting && <span className={css['why']}>{t('waits')}</span>}
    </CheckField>
  )
}

/** Everybody in a batch with what the next season means for them, to choose who continues. */
export function SeasonPeople({ shown, field, places, waiting }: Choice & { places: number; waiting: boolean }) {
  const t = useTranslations('batches.season')
  const words = useTranslations('batches.perUnit')
  const day = useDay()
  const money = useMoney(shown, true)
  const rows = shown.rows.filter(({ isWaiting }) => waiting || !isWaiting)
  const able = rows.filter(({ exception }) => exception === null)
  const along = able.filter(({ enrolment }) => !field.value.includes(enrolment))
  const queued = along.filter(({ isWaiting }) => isWaiting).length
  if (shown.rows.length === 0) return <p>{t('empty')}</p>
  const columns = [
    { key: 'person', label: t('person'), cell: (row: SeasonPlace) => <SeasonPerson row={row} field={field} /> },
    {
      key: 'price',
      label: t('cost'),
      cell: ({ exception, price, priceUnit }: SeasonPlace) =>
        exception ? '–' : price === 0 ? t('free') : words(priceUnit, { price: money(price) }),
      isNumber: true,
    },
    {
      key: 'bill',
      label: t('bill'),
      cell: ({ exception, billFrom, billTotal }: SeasonPlace) =>
        exception || billFrom === null || billTotal === null ? (
          '–'
        ) : (
          <>
            {money(billTotal)}
            <span className={css['day']}>{t('from', { day: day(billFrom) })}</span>
          </>
        ),
      isNumber: true,
    },
  ]
  return (
    <>
      <div className={css['head']}>
        <p role="status" data-full={along.length - queued > places}>
          {t('count', { count: along.length - queued, places })}
          {queued > 0 && ` · ${t('countWaiting', { count: queued })}`}
        </p>
        {able.length > 0 && (
          <Button look="quiet" onClick={() => field.onChange(along.length > 0 ? able.map(({ enrolment }) => enrolment) : [])}>
            {t(along.length > 0 ? 'none' : 'all')}
          </Button>
        )}
      </div>
      <Table label={t('people')} columns={columns} rows={rows} keyOf={({ enrolment }) => enrolment} />
    </>
  )
}
