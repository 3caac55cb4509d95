import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../quotes.client.ts'
import { useAnswer } from '#ui/use-answer.ts'
import { useLink } from '#web/use-link.ts'
import { longDay } from '#lib/long-day.ts'
import { contentOf, mannerOf } from '#lib/manner.ts'
import { moneyText } from '#lib/money.ts'
import { Button } from '#ui/button.tsx'
import { useLanguage } from '#ui/use-language.ts'
import type { QuoteOffer } from '#money/quotes/quote.contract.ts'
import { CounterOffer } from './counter-offer.tsx'
import page from '#ui/answer-page.module.css'
import css from './offer.module.css'

const readOffer = (token: string) => api.quotes.offer({ token })

/** The offer, its price and its last day. */
function Terms({ offer, money, locale }: { offer: QuoteOffer; money: (minor: number) => string; locale: string }) {
  const t = useTranslations('offer')
  const until = longDay(offer.validUntil, locale)
  const price = offer.agreedPrice ?? offer.offeredPrice
  const isGroup = offer.candidates > 1
  return (
    <>
      <p className={css['text']} dir="auto">
        {offer.quote}
      </p>
      <dl className={page['terms']}>
        <div className={page['price']}>
          <dt>{t('price.name')}</dt>
          <dd>{isGroup ? t('price.each', { price: money(price) }) : money(price)}</dd>
        </div>
        {isGroup && (
          <>
            <div>
              <dt>{t('candidates')}</dt>
              <dd>{new Intl.NumberFormat(locale).format(offer.candidates)}</dd>
            </div>
            <div>
              <dt>{t('total')}</dt>
              <dd>{money(price * offer.candidates)}</dd>
            </div>
          </>
        )}
        <div>
          <dt>{t('until')}</dt>
          <dd>{until}</dd>
        </div>
      </dl>
    </>
  )
}

/** The answer and what happens next; takes the focus, since the buttons that had it are removed. */
function Outcome({ offer, money, isNew }: { offer: QuoteOffer; money: (minor: number) => string; isNew: boolean }) {
  const t = useTranslations('offer')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])
  const { state, vendor } = offer
  if (state === 'sent') return null
  const price = state === 'countered' ? offer.counterPrice : offer.agreedPrice
  return (
    <section className={page['outcome']}>
      <h2 ref={heading} tabIndex={-1}>
        {t(`states.${state}`, { price: money(price ?? offer.offeredPrice) })}
      </h2>
      <p>{t(`next.${state}`, { vendor: vendor.name })}</p>
      {state === 'accepted' && offer.batchName !== null && <p>{t('held', { vendor: vendor.name, count: offer.candidates })}</p>}
    </section>
  )
}

function Answering({ offer, onAnswer }: { offer: QuoteOffer; onAnswer: (offer: QuoteOffer | 'gone') => void }) {
  const t = useTranslations('offer')
  const { busy, answer, press } = useAnswer<QuoteOffer, 'accept' | 'decline'>({
    late: 'quote/state',
    read: readOffer,
    onAnswer,
    failed: t('failed'),
  })
  const choose = (choice: 'accept' | 'decline') => void press(choice, (token) => api.quotes.answer({ token, answer: choice }))
  return (
    <>
      <div className={page['buttons']}>
        <Button look="primary" isBusy={busy === 'accept'} onClick={() => choose('accept')}>
          {t('accept')}
        </Button>
        <Button isBusy={busy === 'decline'} onClick={() => choose('decline')}>
          {t('decline')}
        </Button>
      </div>
      <CounterOffer
        offer={offer}
        send={async (counter) => {
          await answer((token) => api.quotes.answer({ ...counter, token, answer: 'counter' }))
        }}
      />
    </>
  )
}

/** /quote#secret: what a business offers, and the customer's answer. Signed out, readable on a phone, in the mail's language. */
export function OfferPage() {
  const t = useTranslations('offer')
  const language = useLanguage()
  const [offer, setOffer] = useLink(readOffer)
  const [isNew, setNew] = useState(false)
  if (offer === null || offer === 'gone')
    return (
      <div className={page['page']}>
        <h1>{t('title')}</h1>
        <p className={page['lead']} role="status">
          {offer === null ? t('reading') : t('gone')}
        </p>
      </div>
    )
  const { vendor, batchName, currency, exponent } = offer
  const locale = mannerOf(language, vendor.country)
  const money = (minor: number) => moneyText(minor, currency, exponent, locale)
  const service = contentOf(offer, 'service', language)
  return (
    <div className={page['page']}>
      <div className={page['head']}>
        {vendor.logo && <img src={vendor.logo} alt="" width={56} height={56} />}
        <div>
          <p className={page['lead']}>{t('from', { vendor: vendor.name })}</p>
          <h1>
            <bdi>{batchName ?? service}</bdi>
          </h1>
          <p className={page['lead']}>
            {batchName !== null && `${service} · `}
            {t('number', { number: offer.number })}
          </p>
        </div>
      </div>
      <Terms offer={offer} money={money} locale={locale} />
      {offer.state === 'sent' ? (
        <Answering
          offer={offer}
          onAnswer={(next) => {
            setNew(true)
            setOffer(next)
          }}
        />
      ) : (
        <Outcome offer={offer} money={money} isNew={isNew} />
      )}
    </div>
  )
}
