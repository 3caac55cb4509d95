import { recordOf } from '#lib/choices.ts'
import { languages, type Language } from '#lib/manner.ts'
import { capital, type Names } from './names.ts'

const englishTexts = ({ words, oneWord, aOne }: Names) => ({
  list: capital(words),
  add: `Add ${oneWord}`,
  saved: `${capital(oneWord)} saved`,
  archived: '{name} archived',
  restored: '{name} restored',
  new: `New ${oneWord}`,
  edit: `Edit ${oneWord}`,
  empty: { title: `No ${words} yet`, text: `Add ${aOne} with its title and how many there are.` },
  state: 'Status',
  states: { current: 'Current', active: 'Active', archived: 'Archived' },
  title: { label: 'Title', required: 'Title is required', length: 'Title must be 2 to 50 characters' },
  quantity: { label: 'Quantity', required: 'Quantity is required', number: 'Quantity must be a positive integer' },
})

/** The Arabic texts say "record" wherever the room's noun would have to be inflected. */
const arabicTexts = ({ arabic }: Names) => ({
  list: arabic,
  add: 'إضافة سجل',
  saved: 'حُفظ السجل',
  archived: 'أُرشف {name}',
  restored: 'استُعيد {name}',
  new: 'سجل جديد',
  edit: 'تعديل السجل',
  empty: { title: 'لا سجلات بعد', text: 'أضف سجلًا بعنوانه وعدده.' },
  state: 'الحالة',
  states: { current: 'الحالية', active: 'متاح', archived: 'مؤرشف' },
  title: { label: 'العنوان', required: 'العنوان مطلوب', length: 'يجب أن يكون العنوان من حرفين إلى 50 حرفًا' },
  quantity: { label: 'العدد', required: 'العدد مطلوب', number: 'يجب أن يكون العدد عددًا صحيحًا أكبر من صفر' },
})

/** The catalogues of a room; in English for languages that still have to be translated. */
export const textFiles = (names: Names): Record<string, object> =>
  Object.fromEntries(
    languages.map((language) => [
      `src/directory/${names.room}/text.${language}.json`,
      language === 'ar' ? arabicTexts(names) : englishTexts(names),
    ]),
  )

/** The titles of a room's three screens in the shell, by language; in English where they still have to be translated. */
export function titlesOf({ room, words, oneWord, arabic }: Names): Record<Language, Record<string, string>> {
  const english = { [room]: capital(words), [`${room}Add`]: `Add ${oneWord}`, [`${room}Edit`]: `Edit ${oneWord}` }
  const inArabic = { [room]: arabic, [`${room}Add`]: `${arabic}: إضافة`, [`${room}Edit`]: `${arabic}: تعديل` }
  return recordOf(languages, (language) => (language === 'ar' ? inArabic : english))
}
