import { useLocale, useTranslations } from 'use-intl'
import { languageFacts } from '#lib/manner.ts'
import { careIcons } from '#directory/customers/care-icons.ts'
import { fullName } from '#lib/names.ts'
import { Icon } from '#ui/icon.tsx'
import type { Attendee } from './attendance.contract.ts'
import css from './care-mark.module.css'

/** What a person's mark says, in the order of its weight; the emergency contact alone where nothing else is to be minded. */
function whatOf({ care }: Attendee): (keyof typeof careIcons)[] {
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
          <Icon path={careIcons[one]} size={14} />
          {t(one)}
        </span>
      ))}
    </button>
  )
}
