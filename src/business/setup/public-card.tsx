import { Fragment } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { contentOf, languageFacts } from '#lib/manner.ts'
import { dayList } from '#lib/week.ts'
import type { ImageValue } from '#ui/image-value.ts'
import { useLanguage } from '#ui/use-language.ts'
import { usePreview } from '#ui/use-preview.ts'
import css from './setup.module.css'
import type { Progress, Vendor } from './vendor.contract.ts'

/** The part of the profile that the card shows. */
export type CardValues = Pick<
  Vendor,
  'name' | 'username' | 'address' | 'postcode' | 'location' | 'trainingDays' | 'startingTime' | 'endingTime'
> & {
  logo: ImageValue
}

/** What customers see of the business, as stored or while it is typed. */
export function PublicCard({ values, progress }: { values: CardValues; progress: Progress }) {
  const t = useTranslations('setup')
  const locale = useLocale()
  const language = useLanguage()
  const preview = usePreview(values.logo)
  const days = dayList(values.trainingDays, progress.country.firstWeekday, locale)
  return (
    <aside className={css['aside']} aria-label={t('public')}>
      <div className={css['card']}>
        <div className={css['cardHead']}>
          {preview ? <img className={css['logo']} src={preview} alt="" /> : <span className={css['logo']} />}
          <div>
            <p className={css['cardName']}>{values.name || t('name.label')}</p>
            <p className={`${css['note']} ltr`}>@{values.username.trim() || '…'}</p>
          </div>
        </div>
        <p>
          {[values.address, values.postcode, contentOf(progress.country, 'name', language)].filter(Boolean).map((part, at) => (
            <Fragment key={part}>
              {at > 0 && languageFacts(language).comma}
              <bdi>{part}</bdi>
            </Fragment>
          ))}
        </p>
        {values.location && <p className={css['note']}>{values.location}</p>}
        <p className={css['note']}>{days || t('noDays')}</p>
        {values.startingTime && values.endingTime && (
          <p className={css['note']}>{t('open', { from: values.startingTime, to: values.endingTime })}</p>
        )}
      </div>
      <p className={css['note']}>{t('publicHint')}</p>
    </aside>
  )
}
