import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAnswer, warn } from '#ui/use-answer.ts'
import { useLink } from '#web/use-link.ts'
import { contentOf, mannerOf } from '#lib/manner.ts'
import { moneyText } from '#lib/money.ts'
import { dayList } from '#lib/week.ts'
import { Button } from '#ui/button.tsx'
import { useLanguage } from '#ui/use-language.ts'
import { api } from '../enrolments.client.ts'
import type { PlaceOffer } from '../place-offer.contract.ts'
import css from '#ui/answer-page.module.css'

const readPlace = (token: string) => api.enrolments.place({ token })

/** The days, the hours and the price of the place, and what is billed when it is taken. */
function PlaceTerms({ offer, locale }: { offer: PlaceOffer; locale: string }) {
  const t = useTranslations('place')
  const { vendor, bill, billedFrom, offeredUntil } = offer
  const money = (minor: number) => moneyText(minor, offer.currency, offer.exponent, locale)
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  const day = (text: string) => format.format(new Date(`${text}T00:00:00Z`))
  const until = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: vendor.timeZone })
  const facts: [label: string, text: string][] = [
    [t('days'), dayList(offer.trainingDays, vendor.firstWeekday, locale)],
    [t('hours'), `\u2066${offer.startingTime}–${offer.endingTime}\u2069`],
    [t('dates'), `${day(offer.startDate)} – ${day(offer.endDate)}`],
  ]
  if (offer.state === 'open') {
    if (bill) facts.push([t('bill.name'), t('bill.days', { total: money(bill.total), from: day(bill.fromDay), to: day(bill.toDay) })])
    else facts.push(billedFrom ? [t('bill.later'), day(billedFrom)] : [t('bill.name'), t('bill.none')])
  }
  if (offeredUntil) facts.push([t('until'), until.format(new Date(offeredUntil))])
  return (
    <dl className={css['terms']}>
      <div className={css['price']}>
        <dt>{t('price.name')}</dt>
        <dd>{t(`price.${offer.priceUnit}`, { price: money(offer.price) })}</dd>
      </div>
      {facts.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What became of the offer; takes the focus, since the buttons that had it are removed. */
function PlaceOutcome({ offer, isNew }: { offer: PlaceOffer; isNew: boolean }) {
  const t = useTranslations('place')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])
  const { state, vendor } = offer
  if (state === 'open') return null
  return (
    <section className={css['outcome']}>
      <h2 ref={heading} tabIndex={-1}>
        {t(`states.${state}`)}
      </h2>
      <p>{t(`next.${state}`, { vendor: vendor.name })}</p>
    </section>
  )
}

/** The two answers. The link of the email only chooses which of them stands out: opening it changes nothing. */
function PlaceButtons({ total, onAnswer }: { total: number | null; onAnswer: (offer: PlaceOffer | 'gone') => void }) {
  const t = useTranslations('place')
  const declines = new URLSearchParams(window.location.search).get('answer') === 'decline'
  const { busy, press } = useAnswer<PlaceOffer, 'accept' | 'decline'>({
    late: 'enrolment/state',
    read: readPlace,
    onAnswer,
    failed: t('failed'),
  })
  async function choose(choice: 'accept' | 'decline'): Promise<void> {
    const answered = await press(choice, (token) => api.enrolments.answer({ token, answer: choice, total }))
    // Still open, so the bill is another than the one that was shown.
    if (answered?.isLate && answered.offer !== 'gone' && answered.offer.state === 'open') await warn(t('changed'))
  }
  return (
    <div className={css['buttons']}>
      <Button look={declines ? 'outline' : 'primary'} isBusy={busy === 'accept'} onClick={() => void choose('accept')}>
        {t('accept')}
      </Button>
      <Button look={declines ? 'primary' : 'outline'} isBusy={busy === 'decline'} onClick={() => void choose('decline')}>
        {t('decline')}
      </Button>
    </div>
  )
}

/** /place#secret: a place that a business offers, and the person's answer. Signed out, readable on a phone, in the mail's language. */
export function PlacePage() {
  const t = useTranslations('place')
  const language = useLanguage()
  const [offer, setOffer] = useLink(readPlace)
  const [isNew, setNew] = useState(false)
  if (offer === null || offer === 'gone')
    return (
      <div className={css['page']}>
        <h1>{t('title')}</h1>
        <p className={css['lead']} role="status">
          {offer === null ? t('reading') : t('gone')}
        </p>
      </div>
    )
  const { vendor } = offer
  const locale = mannerOf(language, vendor.country)
  return (
    <div className={css['page']}>
      <div className={css['head']}>
        {vendor.logo && <img src={vendor.logo} alt="" width={56} height={56} />}
        <div>
          <p className={css['lead']}>{t('from', { vendor: vendor.name })}</p>
          <h1>
            <bdi>{offer.batchName}</bdi>
          </h1>
          <p className={css['lead']}>{contentOf(offer, 'service', language)}</p>
        </div>
      </div>
      <PlaceTerms offer={offer} locale={locale} />
      {offer.state === 'open' ? (
        <PlaceButtons
          total={offer.bill?.total ?? null}
          onAnswer={(next) => {
            setNew(true)
            setOffer(next)
          }}
        />
      ) : (
        <PlaceOutcome offer={offer} isNew={isNew} />
      )}
    </div>
  )
}
