import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { fullName } from '#lib/names.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { Failed, Skeleton } from '#ui/page.tsx'
import { isOutage } from '#web/call-failure.ts'
import type { Attendee, PersonCare } from './attendance.contract.ts'
import { careQuery } from './attendance.queries.ts'
import css from './care-dialog.module.css'

/** Whom to call: the name, how they are related, and the number as a link. */
function EmergencyContact({ name, relation, phone }: { name: string; relation: string; phone: string }) {
  const t = useTranslations('enrolments.attendance.care')
  return (
    <section className={css['part']} aria-label={t('contact')}>
      <h3>{t('contact')}</h3>
      {phone === '' ? (
        <p>{t('none')}</p>
      ) : (
        <>
          {(name || relation) && (
            <p>
              {name && <strong dir="auto">{name}</strong>}
              {relation && (
                <span className={css['relation']} dir="auto">
                  {relation}
                </span>
              )}
            </p>
          )}
          <p>
            <bdi className="ltr">{phone}</bdi>
          </p>
          <a className={buttonClass('primary', true)} href={`tel:${phone}`} aria-label={name && t('callName', { name })}>
            {t('call')}
          </a>
        </>
      )}
    </section>
  )
}

function Known({ care }: { care: PersonCare }) {
  const t = useTranslations('enrolments.attendance.care')
  return (
    <>
      {care.medicalNote && (
        <section className={css['part']} aria-label={t('medicalNote')}>
          <h3>{t('medicalNote')}</h3>
          <p className={css['note']} dir="auto">
            {care.medicalNote}
          </p>
        </section>
      )}
      {care.photoConsent === 'no' && (
        <section className={css['part']} aria-label={t('photos')}>
          <h3>{t('photos')}</h3>
          <p>{t('noPhotosText')}</p>
        </section>
      )}
      <EmergencyContact name={care.emergencyName} relation={care.emergencyRelation} phone={care.emergencyPhone} />
    </>
  )
}

/** What a stored roster knows of a person without a connection: everything but the note, the name and the relation. */
function Stored({ person: { care } }: { person: Attendee }) {
  const t = useTranslations('enrolments.attendance.care')
  const phone = care?.emergencyPhone ?? ''
  return (
    <>
      {care?.hasMedicalNote && <p role="status">{t(phone ? 'offline' : 'offlineAlone')}</p>}
      {care?.noPhotos && <p>{t('noPhotosText')}</p>}
      <EmergencyContact name="" relation="" phone={phone} />
    </>
  )
}

/** What to mind about a person on a roster, and whom to call. */
export function CareDialog({ session, person, onClose }: { session: string; person: Attendee; onClose: () => void }) {
  const t = useTranslations('enrolments.attendance.care')
  const query = useQuery(careQuery(session, person.enrolment))
  return (
    <Dialog title={fullName(person)} onClose={onClose}>
      {query.data ? (
        <Known care={query.data} />
      ) : !query.isError ? (
        <Skeleton rows={4} />
      ) : isOutage(query.error) ? (
        <Stored person={person} />
      ) : (
        <Failed retry={() => void query.refetch()} />
      )}
      <div className={css['actions']}>
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
    </Dialog>
  )
}
