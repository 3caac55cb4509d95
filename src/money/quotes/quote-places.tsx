import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api, useMay } from './quotes.client.ts'
import { changed } from '#web/changed.ts'
import { useMoney } from '#business/ledger/use-money.ts'
import { fullName } from '#lib/names.ts'
import { ConfirmDialog } from '#ui/confirm.tsx'
import { Status } from '#ui/surface.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useFailed } from '#ui/use-failed.ts'
import { PeopleDialog } from './people-dialog.tsx'
import type { QuoteDetail } from './quote.contract.ts'
import css from './quote.module.css'

/** Actions on unnamed places: name people for them, or release them. */
function Unnamed({ quote }: { quote: QuoteDetail }) {
  const t = useTranslations('quotes.places')
  const words = useTranslations('quotes')
  const failed = useFailed()
  const [open, setOpen] = useState<'name' | 'release' | null>(null)
  const { id, version, unnamed: count } = quote
  async function name(customers: string[]): Promise<void> {
    await api.quotes.name({ id, version, customers })
    toastSuccess(t('named', { count: customers.length }))
    await changed('quotes')
  }
  async function release(): Promise<void> {
    setOpen(null)
    try {
      await api.quotes.release({ id, version })
      toastSuccess(t('released', { count }))
    } catch (error) {
      failed(error)
    }
    await changed('quotes')
  }
  return (
    <div className={css['missing']}>
      <p>{t('missing', { count })}</p>
      <div className={css['buttons']}>
        <ChangeButton look="outline" onClick={() => setOpen('release')}>
          {t('release', { count })}
        </ChangeButton>
        <ChangeButton look="primary" onClick={() => setOpen('name')}>
          {t('name')}
        </ChangeButton>
      </div>
      {open === 'name' && (
        <PeopleDialog
          title={t('nameTitle')}
          text={t('nameText', { batch: quote.batchName ?? '' })}
          save={t('save')}
          places={count}
          submit={name}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'release' && (
        <ConfirmDialog
          title={t('releaseTitle', { count })}
          text={t('releaseText')}
          yes={t('release', { count })}
          no={words('dismiss')}
          onYes={() => void release()}
          onNo={() => setOpen(null)}
        />
      )}
    </div>
  )
}

/** The places of a sold quote: those with a person, and those reserved for people to be named. */
export function QuotePlaces({ quote }: { quote: QuoteDetail }) {
  const t = useTranslations('quotes.places')
  const money = useMoney(quote)
  const canName = useMay('quotes.name')
  if (quote.places.length === 0) return null
  return (
    <section className={css['part']} aria-labelledby="places">
      <h2 id="places">{t('title')}</h2>
      <p className={css['minor']}>{t('later', { price: money(quote.agreedPrice ?? 0) })}</p>
      {quote.unnamed > 0 && (canName ? <Unnamed quote={quote} /> : <p>{t('missing', { count: quote.unnamed })}</p>)}
      <ol className={css['people']}>
        {quote.places.map((place) => (
          <li key={place.enrolment}>
            {place.customer === null || fullName(place) === '' ? (
              <span className={css['minor']}>{t(place.customer === null ? 'unnamed' : 'someone')}</span>
            ) : (
              <Link to="/sales/customer" search={{ id: place.customer }}>
                <bdi>{fullName(place)}</bdi>
              </Link>
            )}
            <Status tone={place.customer === null ? 'warn' : place.state === 'active' ? 'good' : 'plain'}>
              {t(`states.${place.state}`)}
            </Status>
          </li>
        ))}
      </ol>
    </section>
  )
}
