import { Link } from '@tanstack/react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { useMay } from './quotes.client.ts'
import { useMoney } from '#business/ledger/use-money.ts'
import { fullName } from '#lib/names.ts'
import { Facts, type Fact } from '#ui/facts.tsx'
import { useOpenTexts } from '#ui/use-open-texts.ts'
import { useDay } from '#ui/use-day.ts'
import { useMoment } from '#ui/use-moment.ts'
import { isSoldAtOnce, QuoteEffectShown, useQuoteEffect } from './quote-effect.tsx'
import { QuotePlaces } from './quote-places.tsx'
import { QuoteStatus, useWhat } from './quote.list.tsx'
import type { QuoteDetail } from './quote.contract.ts'
import css from './quote.module.css'

function Steps({ quote }: { quote: QuoteDetail }) {
  const t = useTranslations('quotes.steps')
  const words = useOpenTexts('quotes.steps')
  const when = useMoment()
  const money = useMoney(quote)
  return (
    <section className={css['part']} aria-labelledby="steps">
      <h2 id="steps">{t('title')}</h2>
      <ol className={css['steps']}>
        {quote.steps.map(({ at, action, isCustomer, price, note }) => (
          <li key={`${at}${action}`}>
            <time dateTime={at}>{when(at)}</time>
            <div>
              <strong>{words(action, { price: money(price ?? 0) })}</strong>{' '}
              <span className={css['minor']}>{isCustomer ? t('customer') : t('business')}</span>
              {note && (
                <p className={css['minor']} dir="auto">
                  {note}
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Whether a quote may still be sold. */
const isOpen = ({ state }: QuoteDetail) => ['draft', 'sent', 'countered', 'accepted'].includes(state)

/** A quote: the offer, the customer, its state and its history. */
export function QuoteView({ quote }: { quote: QuoteDetail }) {
  const t = useTranslations('quotes')
  const canSell = useMay('quotes.convert')
  const format = useFormatter()
  const day = useDay()
  const money = useMoney(quote)
  const what = useWhat()
  const name = fullName(quote)
  const isGroup = quote.candidates > 1
  const effect = useQuoteEffect(isSoldAtOnce(quote) && canSell ? quote : null)
  const price = (minor: number) => (isGroup ? t('facts.each', { price: money(minor) }) : money(minor))
  const facts: (Fact | false)[] = [
    { name: t('columns.state'), value: <QuoteStatus state={quote.state} /> },
    name !== '' && {
      name: t('customer.label'),
      value: (
        <Link to="/sales/customer" search={{ id: quote.customer }}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    { name: quote.batch ? t('batch.label') : t('service.label'), value: what(quote) },
    { name: t('candidates.label'), value: format.number(quote.candidates) },
    { name: t('offeredPrice.label'), value: price(quote.offeredPrice) },
    quote.counterPrice !== null && { name: t('facts.counter'), value: price(quote.counterPrice) },
    quote.agreedPrice !== null && { name: t('facts.agreed'), value: price(quote.agreedPrice) },
    isGroup && { name: t('columns.total'), value: money(quote.total) },
    quote.free !== null && isOpen(quote) && { name: t('places.title'), value: t('places.free', { free: Math.max(quote.free, 0) }) },
    { name: t('validUntil.label'), value: day(quote.validUntil) },
    quote.sale !== null && {
      name: t('facts.sale'),
      value: (
        <Link to="/sales/sale" search={{ id: quote.sale }} aria-label={t('actions.sale')}>
          <span className="ltr whole">{quote.saleNumber}</span>
        </Link>
      ),
    },
  ]
  return (
    <>
      <Facts label={t('facts.label')} facts={facts.filter((fact): fact is Fact => Boolean(fact))} />
      <section className={css['part']} aria-labelledby="quote">
        <h2 id="quote">{t('quote.label')}</h2>
        <p className={css['text']} dir="auto">
          {quote.quote}
        </p>
      </section>
      {quote.counterNote && (
        <section className={css['part']} aria-labelledby="counter-note">
          <h2 id="counter-note">{t('counterNote')}</h2>
          <p className={css['text']} dir="auto">
            {quote.counterNote}
          </p>
        </section>
      )}
      {effect.isAsked && <QuoteEffectShown effect={effect} candidates={quote.candidates} />}
      <QuotePlaces quote={quote} />
      <Steps quote={quote} />
    </>
  )
}
