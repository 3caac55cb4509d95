import { useLocale, useTranslations } from 'use-intl'
import { languageFacts } from '#lib/manner.ts'
import { fullName } from '#lib/names.ts'
import { Icon } from '#ui/icon.tsx'
import type { Attendee } from './attendance.contract.ts'
import css from './care-mark.module.css'

const drawings = {
  medicalNote: 'M12 4v16M4 12h16',
  noPhotos: 'M4 8h3l2-3h6l2 3h3v11H4zM12 17a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 3l18 18',
  contact: 'M6 3h3.5l1.5 5-2.5 1.5a11 11 0 0 0 6 6L16 13l5 1.5V18a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3Z',
}

/** What a person's mark says, in the order of its weight; the emergency contact alone where nothing else is to be minded. */
function whatOf({ care }: Attendee): (keyof typeof drawings)[] {
  if (!care) return []
  const what = [...(care.hasMedicalNote ? (['medicalNote'] as const) : []), ...(care.noPhotos ? (['noPhotos'] as const) : [])]
  return what.length > 0 ? what : ['contact']
}

/** The mark of a person about whom there is something to mind; it opens what that is. */
export function CareMark({ person, onOpen }: { person: Attendee; onOpen: (person: Attendee) => void }) {
  const t = useTranslations('enrolments.attendance.care')
  const locale = useLocale()
  const what = whatOf(person)
  if (what.length === 0) return null
  const { comma } = languageFacts(locale)
  return (
    <button
      type="button"
      className={css['mark']}
      aria-haspopup="dialog"
      aria-label={t('open', { what: what.map((one) => t(one)).join(comma), name: fullName(person) })}
      onClick={() => onOpen(person)}
    >
      {what.map((one) => (
        <span key={one} className={css['what']} data-what={one}>
          <Icon path={drawings[one]} size={14} />
          {t(one)}
        </span>
      ))}
    </button>
  )
}
