import { useTranslations } from 'use-intl'
import { isRefused, useActPreview } from '#business/acts/act-preview.ts'
import { useMoney } from '#business/ledger/use-money.ts'
import { Facts, type Fact } from '#ui/facts.tsx'
import { Failed } from '#ui/page.tsx'
import { useDays } from '#ui/use-day.ts'
import { useErrorText } from '#ui/use-error-text.ts'
import { api } from './quotes.client.ts'
import type { QuoteDetail } from './quote.contract.ts'
import css from './quote.module.css'

/**
 * What the sale of a quote would post.
 * @param quote null where nothing is to be sold
 * @param customers who gets the first places; by default the quote's own customer
 */
export function useQuoteEffect(quote: QuoteDetail | null, customers?: readonly string[]) {
  const input = { id: quote?.id ?? '', ...(customers && { customers: [...customers] }) }
  const preview = useActPreview(['quote', input, quote?.version], quote && (() => api.quotes.effects(input)))
  const { shown } = preview
  return { ...preview, decision: shown && { digest: shown.digest } }
}

/** Whether a quote is sold with a single click, since it has no people to name: what it bills is on its page. */
export const isSoldAtOnce = ({ state, batch, candidates }: QuoteDetail): boolean =>
  state === 'accepted' && (batch === null || candidates === 1)

/** The bill that the sale of a quote would create, and what follows it; why it can't be sold, where it is refused. */
export function QuoteEffectShown({ effect, candidates: count }: { effect: ReturnType<typeof useQuoteEffect>; candidates: number }) {
  const t = useTranslations('quotes.effect')
  const days = useDays({ day: 'numeric', month: 'short' })
  const textOf = useErrorText()
  const { latest, error, retry } = effect
  const money = useMoney(latest, true)
  if (error !== null) return isRefused(error) ? <p role="alert">{textOf(error)}</p> : <Failed retry={retry} />
  if (!latest) return null
  const { total, tax, credit, fromDay, toDay, nextBill } = latest
  const facts: (Fact | false)[] = [
    { name: fromDay && toDay ? t('billOf', { days: days(fromDay, toDay) }) : t('bill'), value: money(total) },
    tax > 0 && { name: t('tax'), value: money(tax) },
    credit > 0 && { name: t('credit'), value: money(-credit) },
    credit > 0 && { name: t('due'), value: money(total - credit) },
    nextBill !== null && { name: t('next', { count, days: days(nextBill.fromDay, nextBill.toDay) }), value: money(nextBill.total) },
  ]
  return (
    <section className={css['part']} aria-labelledby="effect">
      <h2 id="effect">{t('title')}</h2>
      <Facts label={t('title')} facts={facts.filter((fact): fact is Fact => Boolean(fact))} />
    </section>
  )
}
