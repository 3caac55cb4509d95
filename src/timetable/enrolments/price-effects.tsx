import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { isRefused, useActPreview } from '#business/acts/act-preview.ts'
import { useMoney } from '#business/ledger/use-money.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { isDay } from '#lib/days.ts'
import { fullName } from '#lib/names.ts'
import type { PriceEffect, PricePreview } from '#timetable/batches/batch.contract.ts'
import { Failed } from '#ui/page.tsx'
import { Table } from '#ui/table.tsx'
import { useDay } from '#ui/use-day.ts'
import { useDebounced } from '#ui/use-debounced.ts'
import css from './price-effects.module.css'

/** A new price as it is typed: minor units, or text that is no amount yet. */
type Typed = { price: number | string; from: string }

/**
 * What a new price would mean, as price and day are typed.
 * @param key what else the answer depends on
 * @param ask null where the price means nothing for those who have a place
 */
export function usePriceEffects(
  key: readonly unknown[],
  typed: Typed,
  ask: ((next: { price: number; from: string }) => Promise<PricePreview>) | null,
) {
  const asked = useDebounced(typed, 250)
  const isTyped = asked.price === typed.price && asked.from === typed.from
  const { price, from } = asked
  const isAsked = ask !== null && typeof price === 'number' && isDay(from)
  const preview = useActPreview(['price', ...key, asked], isAsked ? () => ask({ price, from }) : null)
  const { shown } = preview
  const isWaiting = ask !== null && !isTyped
  return {
    ...preview,
    isBusy: preview.isBusy || isWaiting,
    /** Whether the change can be performed: what it means was seen, or there is nothing to see. */
    isSeen: !isWaiting && !preview.isUnseen,
    decision: shown && { digest: shown.digest },
  }
}
type PriceEffectsState = ReturnType<typeof usePriceEffects>

/** What each person would pay, from which day on, and their next bill. */
export function PriceEffects({ effects, currency }: { effects: PriceEffectsState; currency: string }) {
  const t = useTranslations('enrolments.price')
  const day = useDay()
  const { data: progress } = useQuery(progressQuery)
  const money = useMoney({ currency, exponent: progress?.country.exponent ?? 2 }, true)
  const { latest, error, retry } = effects
  // What is refused means nothing: performing it says why.
  if (error !== null) return isRefused(error) ? null : <Failed retry={retry} />
  if (!latest || latest.rows.length === 0) return null
  const { rows } = latest
  const count = rows.filter(({ exception }) => exception === null).length
  const columns = [
    {
      key: 'person',
      label: t('person'),
      cell: ({ exception, from, until, ...person }: PriceEffect) => (
        <>
          {fullName(person)}
          {exception && <span className={css['since']}>{t(`exception.${exception}`)}</span>}
          {from && <span className={`${css['since']} ${css['whole']}`}>{t('since', { day: day(from) })}</span>}
          {until && <span className={css['since']}>{t('until', { day: day(until) })}</span>}
        </>
      ),
    },
    { key: 'before', label: t('before'), cell: (row: PriceEffect) => money(row.before), isNumber: true },
    { key: 'after', label: t('after'), cell: (row: PriceEffect) => money(row.after), isNumber: true },
    {
      key: 'nextBill',
      label: t('nextBill'),
      cell: ({ nextBill }: PriceEffect) =>
        nextBill ? (
          <>
            {money(nextBill.amount)}
            <span className={`${css['since']} ${css['whole']}`}>{day(nextBill.fromDay)}</span>
          </>
        ) : (
          '–'
        ),
      isNumber: true,
    },
  ]
  return (
    <div role="status">
      <p>{t('effect', { count, others: rows.length - count })}</p>
      <Table label={t('effects')} columns={columns} rows={rows} keyOf={({ enrolment }) => enrolment} />
    </div>
  )
}
