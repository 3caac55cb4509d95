import { searchable } from '#lib/search.ts'
import { importChunk, importFields, type ImportField, type ImportRow } from './import.contract.ts'

/** Words by which a column is recognized. */
const words: Record<ImportField, string[]> = {
  firstName: ['first name', 'firstname', 'given name', 'name', 'full name', 'customer', 'الاسم الاول', 'الاسم'],
  lastName: ['last name', 'lastname', 'surname', 'family name', 'اسم العائله', 'العائله', 'اللقب'],
  phone: ['phone', 'mobile', 'telephone', 'tel', 'whatsapp', 'phone number', 'mobile number', 'الهاتف', 'الجوال', 'رقم الهاتف', 'الموبايل'],
  email: ['email', 'e mail', 'mail', 'email address', 'البريد الالكتروني', 'البريد', 'ايميل'],
  dob: ['date of birth', 'dob', 'birthday', 'birth date', 'birthdate', 'تاريخ الميلاد', 'الميلاد'],
  gender: ['gender', 'sex', 'الجنس', 'النوع'],
  guardianName: ['guardian', 'guardian name', 'parent', 'parent name', 'ولي الامر', 'اسم ولي الامر'],
  guardianPhone: ['guardian phone', 'guardians phone', 'parent phone', 'parents phone', 'هاتف ولي الامر', 'جوال ولي الامر'],
  emergencyName: ['emergency contact', 'emergency name', 'emergency contact name', 'جهه الاتصال في الطوارئ', 'اسم جهه الاتصال في الطوارئ'],
  emergencyPhone: ['emergency phone', 'emergency number', 'emergency contact phone', 'emergency mobile', 'هاتف الطوارئ', 'رقم الطوارئ'],
  emergencyRelation: [
    'relation',
    'relationship',
    'relation of the emergency contact',
    'emergency relation',
    'صله القرابه',
    'صله القرابه لجهه الطوارئ',
  ],
  medicalNote: ['medical note', 'medical notes', 'medical', 'allergies', 'health', 'health notes', 'ملاحظه طبيه', 'ملاحظات طبيه', 'الحساسيه'],
  photoConsent: ['photo consent', 'photos', 'photo permission', 'الموافقه علي التصوير', 'التصوير'],
  language: ['language', 'lang', 'اللغه'],
  tags: ['tags', 'tag', 'labels', 'group', 'الوسوم', 'التصنيف'],
  notes: ['notes', 'note', 'comment', 'comments', 'remarks', 'ملاحظات', 'ملاحظه'],
  nickname: ['nickname', 'nick name', 'alias', 'الاسم المستعار', 'الكنيه'],
  companyName: ['company', 'company name', 'business', 'organisation', 'organization', 'الشركه', 'اسم الشركه'],
  taxNumber: ['tax number', 'vat number', 'vat no', 'vat id', 'trn', 'الرقم الضريبي'],
  billingStreet: ['street', 'street and number', 'billing street', 'address', 'billing address', 'الشارع', 'الشارع ورقم المبني', 'العنوان'],
  billingCity: ['city', 'town', 'billing city', 'المدينه'],
  billingPostcode: ['postcode', 'postal code', 'zip', 'zip code', 'الرمز البريدي'],
  billingCountry: ['country', 'billing country', 'الدوله', 'البلد'],
}

/** Which column is which field, guessed from the header; each field at most once. An address without a company is a person's own. */
export function guessColumns(header: readonly string[]): (ImportField | '')[] {
  const taken = new Set<ImportField>()
  const guessed = header.map((title) => {
    const field = importFields.find((name) => !taken.has(name) && words[name].some((word) => searchable(word) === searchable(title)))
    if (field) taken.add(field)
    return field ?? ''
  })
  return guessed.map((field) => (field.startsWith('billing') && !taken.has('companyName') ? '' : field))
}

/**
 * Rows as call input. Without a last-name column, a full name is split at its first space.
 * @param ids one new id for each row, reused over repeated checks so that a repeated call creates nothing twice
 */
export function importRows(lines: readonly string[][], columns: readonly (ImportField | '')[], ids: readonly string[]): ImportRow[] {
  const parts = !columns.includes('lastName')
  return lines.map((line, index) => {
    const row: ImportRow = { id: ids[index] ?? '' }
    columns.forEach((field, at) => {
      if (field) row[field] = (line[at] ?? '').slice(0, 2000)
    })
    const [first = '', ...rest] = (row.firstName ?? '').trim().split(/\s+/)
    if (parts && rest.length > 0) Object.assign(row, { firstName: first, lastName: rest.join(' ') })
    return row
  })
}

/** Maximum bytes of one call's rows, well under the server's 64 KB. */
const bytesLimit = 48_000

/** Splits rows into calls of at most 250 rows and 48,000 bytes. */
export function chunksOf(rows: readonly ImportRow[]): ImportRow[][] {
  const chunks: ImportRow[][] = []
  const encoder = new TextEncoder()
  let size = Infinity
  for (const row of rows) {
    const bytes = encoder.encode(JSON.stringify(row)).length + 1
    const last = chunks.at(-1)
    if (!last || last.length >= importChunk || size + bytes > bytesLimit) {
      chunks.push([row])
      size = bytes
    } else {
      last.push(row)
      size += bytes
    }
  }
  return chunks
}
