import { useLocale, useTranslations } from 'use-intl'
import { contentOf } from '#lib/manner.ts'
import { dayList } from '#lib/week.ts'
import type { Fact } from '#ui/facts.tsx'
import { State } from '#ui/page.tsx'
import { useLanguage } from '#ui/use-language.ts'
import { PublicCard, type CardValues } from './public-card.tsx'
import css from './setup.module.css'
import type { Progress, Vendor } from './vendor.contract.ts'
import { zoneText } from './zone-field.tsx'

type Read = CardValues & Pick<Vendor, 'latitude' | 'longitude' | 'timeZone'>

/** The profile as members see it who may not change it: its values as text, next to the public card. */
export function VendorProfile({ row, progress }: { row: Read | null; progress: Progress }) {
  const t = useTranslations('setup')
  const locale = useLocale()
  const language = useLanguage()
  if (!row) return <State title={t('noProfile')} text={t('readOnly')} />
  const place = [row.latitude, row.longitude].filter((degrees) => degrees !== null).join(', ')
  const facts: Fact[] = [
    { name: t('name.label'), value: row.name },
    { name: t('username.label'), value: row.username },
    { name: t('hours'), value: <span className="ltr">{`${row.startingTime}–${row.endingTime}`}</span> },
    { name: t('days.label'), value: dayList(row.trainingDays, progress.country.firstWeekday, locale) || t('noDays') },
    { name: t('timeZone.label'), value: <span className="ltr">{zoneText(row.timeZone)}</span> },
    { name: t('address.label'), value: row.address },
    { name: t('postcode.label'), value: row.postcode },
    { name: t('country.label'), value: contentOf(progress.country, 'name', language) },
    ...(row.location ? [{ name: t('place.location'), value: row.location }] : []),
    ...(place ? [{ name: t('place.coordinates'), value: <span className="ltr">{place}</span> }] : []),
  ]
  return (
    <div className={css['grid']}>
      <section className={css['section']} aria-labelledby="profile-text">
        <h2 id="profile-text">{t('groups.business')}</h2>
        <dl className={css['profileText']}>
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
        <p className={css['note']}>{t('readOnly')}</p>
      </section>
      <PublicCard values={row} progress={progress} />
    </div>
  )
}
