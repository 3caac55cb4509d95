import type { Names } from './names.ts'

/** The catalogues of a room, in English and in Arabic, whose sentences speak of one record where a noun would need its forms. */
export const textFiles = ({ room, one, Room, aOne, arabic }: Names): Record<string, object> => ({
  [`src/directory/${room}/text.en.json`]: {
    list: Room,
    add: `Add ${one}`,
    saved: `${one[0]?.toUpperCase()}${one.slice(1)} saved`,
    archived: '{name} archived',
    restored: '{name} restored',
    new: `New ${one}`,
    edit: `Edit ${one}`,
    empty: { title: `No ${room} yet`, text: `Add ${aOne} with its title and how many there are.` },
    state: 'Status',
    states: { current: 'Current', active: 'Active', archived: 'Archived' },
    title: { label: 'Title', required: 'Title is required', length: 'Title must be 2 to 50 characters' },
    quantity: { label: 'Quantity', required: 'Quantity is required', number: 'Quantity must be a positive integer' },
  },
  [`src/directory/${room}/text.ar.json`]: {
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
  },
})

/** What the shell calls the three screens of a room, by language. */
export const titlesOf = ({ room, one, Room, arabic }: Names): Record<'en' | 'ar', Record<string, string>> => ({
  en: { [room]: Room, [`${room}Add`]: `Add ${one}`, [`${room}Edit`]: `Edit ${one}` },
  ar: { [room]: arabic, [`${room}Add`]: `${arabic}: إضافة`, [`${room}Edit`]: `${arabic}: تعديل` },
})
