import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { useMay } from './app.client.ts'
import { careIcons } from '#directory/customers/care-icons.ts'
import { CompanyFacts } from '#directory/customers/company-facts.tsx'
import type { Customer } from '#directory/customers/customer.contract.ts'
import { CustomerStatus } from '#directory/customers/customer-status.tsx'
import { CustomerMoney } from '#money/sales/customer-money.tsx'
import { weeksQuery } from '#timetable/attendance/attendance.queries.ts'
import { useToday } from '#business/setup/here.ts'
import { fullName } from '#lib/names.ts'
import { ageOf, nextBirthday } from '#directory/customers/age.rules.ts'
import { buttonClass } from '#ui/button.tsx'
import { Face } from '#ui/face.tsx'
import { Icon } from '#ui/icon.tsx'
import { surfaceClass } from '#ui/surface.tsx'
import { useDay, useDayManner } from '#ui/use-day.ts'
import css from './customer-card.module.css'

/** Someone who can be reached: whose numbers these are, and a button for each way. */
function Contact({ title, name, detail, phone, email }: { title: string; name?: string; detail?: string; phone: string; email?: string }) {
  const t = useTranslations('customers.profile')
  const ways = [
    ...(phone ? [{ text: phone, link: `tel:${phone}`, act: 'call' as const }] : []),
    ...(email ? [{ text: email, link: `mailto:${email}`, act: 'write' as const }] : []),
  ]
  if (!name && ways.length === 0) return null
  return (
    <section className={css['part']} aria-label={title}>
      <h2>{title}</h2>
      {(name || detail) && (
        <p className={css['line']}>
          {name && <strong dir="auto">{name}</strong>}
          {detail && <span dir="auto">{detail}</span>}
        </p>
      )}
      {ways.map(({ text, link, act }) => (
        <p key={text} className={css['way']}>
          <a className="ltr" href={link}>
            {text}
          </a>
          <a className={buttonClass()} href={link} aria-label={name && `${t(act)}: ${name}`}>
            {t(act)}
          </a>
        </p>
      ))}
    </section>
  )
}

/** What to mind about someone: the medical note, and whether photos are allowed, as far as they are known. */
function Minded({ row: { medicalNote, photoConsent } }: { row: Customer }) {
  const t = useTranslations('customers')
  if (!medicalNote && photoConsent === 'notAsked') return null
  return (
    <section className={css['part']} aria-label={t('groups.care')}>
      {medicalNote && (
        <>
          <h2 className={css['medical']}>
            <Icon path={careIcons.medicalNote} size={14} />
            {t('medicalNote.label')}
          </h2>
          <p className={css['notes']} dir="auto">
            {medicalNote}
          </p>
        </>
      )}
      {photoConsent !== 'notAsked' && (
        <p className={css['line']}>
          <span>{t('photoConsent.label')}</span>
          <strong>{t(`photoConsent.${photoConsent}`)}</strong>
        </p>
      )}
    </section>
  )
}

/** How old someone is and becomes, and since when they are a customer. */
function Since({ row }: { row: Customer }) {
  const t = useTranslations('customers')
  const format = useFormatter()
  const manner = useDayManner()
  const short = useDay({ day: 'numeric', month: 'short' })
  const today = useToday()
  const { dob } = row
  const age = dob ? ageOf(dob, today) : null
  return (
    <p className={css['since']}>
      {dob && age !== null && (
        <span>
          {age < 18
            ? t('profile.child', { years: age, next: age + 1, day: short(nextBirthday(dob, today)) })
            : t('profile.age', { years: age })}
        </span>
      )}
      <span>{t('profile.sinceDay', { day: format.dateTime(new Date(row.createdAt), manner) })}</span>
      {!row.erasedAt && <span>{t('profile.from', { source: t(`sources.${row.source}`) })}</span>}
    </p>
  )
}

/** Who a customer is and what they owe: the part of the page that stays in view. */
export function CustomerCard({ row }: { row: Customer }) {
  const t = useTranslations('customers')
  const mayWeeks = useMay('attendance.weeks')
  const weeks = useQuery({ ...weeksQuery(row.id), enabled: mayWeeks }).data
  const surface = weeks?.batches.at(-1)?.surface ?? 'hardCourt'
  return (
    <section className={`${css['card']} ${surfaceClass(surface)}`} aria-label={t('one')}>
      <div className={css['strip']}>
        <svg
          viewBox="0 0 320 64"
          preserveAspectRatio="xMaxYMid slice"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          aria-hidden="true"
        >
          <path d="M216 0v64M216 32m-36 0a36 36 0 1 0 72 0a36 36 0 1 0-72 0M320 8h-28v48h28" />
        </svg>
      </div>
      <div className={css['who']}>
        <Face name={fullName(row)} surface={surface} isLarge />
        <CustomerStatus row={row} />
      </div>
      <div className={css['part']}>
        <Since row={row} />
        {row.tags.length > 0 && (
          <ul className={css['tags']} aria-label={t('tags.label')}>
            {row.tags.map((tag) => (
              <li key={tag} dir="auto">
                {tag}
              </li>
            ))}
          </ul>
        )}
        {row.notes && (
          <p className={css['notes']} dir="auto">
            {row.notes}
          </p>
        )}
      </div>
      <Minded row={row} />
      <div className={`${css['part']} ${css['money']}`}>
        <CustomerMoney customer={row.id} />
      </div>
      <Contact title={t('profile.contact')} phone={row.phone} email={row.email} />
      <Contact title={t('guardianName.label')} name={row.guardianName} phone={row.guardianPhone} />
      <Contact
        title={t('emergencyName.label')}
        name={row.emergencyName ?? ''}
        detail={row.emergencyRelation ?? ''}
        phone={row.emergencyPhone ?? ''}
      />
      {row.companyName !== '' && (
        <div className={css['part']}>
          <CompanyFacts company={row} />
        </div>
      )}
    </section>
  )
}
