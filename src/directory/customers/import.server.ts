import { sql } from 'kysely'
import { fallbackLanguage, languageFacts, languages, type Language } from '#lib/manner.ts'
import { recordOf } from '#lib/choices.ts'
import { tenant, type Trx } from '#db/tenant.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { todayOf } from '#business/setup/zone.server.ts'
import { asciiDigits } from '#lib/digits.ts'
import { searchable } from '#lib/search.ts'
import { instant } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import { type Call, handlersOf, memberOf } from '#kernel/base.ts'
import { expressionsOf } from '#kernel/expressions.ts'
import { failure } from '#kernel/failure.ts'
import { catalogueText } from '#kernel/texts.ts'
import { careFields, photoConsents, type PhotoConsent } from './care.rules.ts'
import { companyFields } from './company.rules.ts'
import { countryCode } from './country-words.server.ts'
import { uncount } from './customer-counts.server.ts'
import { customerForm, type CustomerInput } from './customer.contract.ts'
import { customerUsed } from './customer.guards.ts'
import { countryCodeOf, phonesOf, searchText } from './customer.row.server.ts'
import { importContract, importFields, type Import, type ImportRow, type Verdict } from './import.contract.ts'

const os = handlersOf({ imports: importContract })

const genderWords: Record<string, string> = {
  f: 'female',
  female: 'female',
  girl: 'female',
  أنثى: 'female',
  m: 'male',
  male: 'male',
  boy: 'male',
  ذكر: 'male',
}
/** Languages by code, by their own name, and by their name in each language. */
const languageWords = new Map<string, Language>(
  languages.flatMap((language) =>
    [language, languageFacts(language).name, ...languages.map((reader) => catalogueText(reader, `customers.language.${language}`))].map(
      (word) => [word.toLowerCase(), language] as const,
    ),
  ),
)

/** The answers about photos by their codes and by their words in each language. */
const consentWords = new Map<string, PhotoConsent>(
  photoConsents.flatMap((consent) =>
    [consent, ...languages.map((reader) => catalogueText(reader, `customers.photoConsent.${consent}`))].map(
      (word) => [word.toLowerCase(), consent] as const,
    ),
  ),
)

/** The columns of a file that are the form's texts. */
const texts = [
  'firstName',
  'lastName',
  'phone',
  'email',
  'guardianName',
  'guardianPhone',
  ...careFields,
  'notes',
  'nickname',
  'taxNumber',
] as const satisfies (typeof importFields)[number][]

/** A day in a file as YYYY-MM-DD: ISO, or day first with any separator; anything else is left for the rule to reject. */
function dayOf(text: string): string | null {
  const plain = asciiDigits(text).trim()
  if (plain === '') return null
  const match = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(plain)
  return match ? `${match[3]}-${(match[2] ?? '').padStart(2, '0')}-${(match[1] ?? '').padStart(2, '0')}` : plain
}

/** A row of a file as the customer form would send it. */
function inputOf(row: ImportRow): Record<string, unknown> {
  const of = (name: (typeof importFields)[number]) => (row[name] ?? '').trim()
  return {
    ...recordOf(texts, of),
    photoConsent: of('photoConsent') === '' ? 'notAsked' : (consentWords.get(of('photoConsent').toLowerCase()) ?? of('photoConsent')),
    // The address of a person is not stored.
    ...(of('companyName') !== '' && { ...recordOf(companyFields, of), billingCountry: countryCode(of('billingCountry')) }),
    dob: dayOf(of('dob')),
    gender: of('gender') === '' ? '' : (genderWords[of('gender').toLowerCase()] ?? of('gender')),
    language: of('language') === '' ? fallbackLanguage : (languageWords.get(of('language').toLowerCase()) ?? of('language')),
    tags: of('tags')
      .split(/[;,،|]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
    source: 'import',
  }
}

type CheckedRow = { row: ImportRow; issues: Verdict['issues']; input: CustomerInput | null }

/** Checks a row by the form's rules; issues name the field of the file. */
function checkRow(row: ImportRow, country: string, today: string): CheckedRow {
  const parsed = customerForm.safeParse(inputOf(row))
  const issues = parsed.success ? [] : parsed.error.issues.map(({ path, message }) => ({ field: String(path[0] ?? ''), key: message }))
  const { phones, wrong } = phonesOf(row, country)
  for (const field of wrong) issues.push({ field, key: 'customers.phone.invalid' })
  if (parsed.success && parsed.data.dob !== null && parsed.data.dob > today) issues.push({ field: 'dob', key: 'customers.dob.invalid' })
  const isGood = parsed.success && issues.length === 0
  return { row, issues, input: isGood ? { ...parsed.data, ...phones } : null }
}

/** Customers with a row's phone or e-mail and its first name, by row id: siblings share a parent's contact data. */
async function duplicatesOf(
  trx: Trx,
  vendorId: string,
  checked: readonly CheckedRow[],
): Promise<Map<string, { id: string; name: string }>> {
  const phones = [...new Set(checked.flatMap(({ input }) => (input?.phone ? [input.phone] : [])))]
  const emails = [...new Set(checked.flatMap(({ input }) => (input?.email ? [input.email.toLowerCase()] : [])))]
  const { rows } = await sql<{ id: string; firstName: string; phone: string; email: string; name: string }>`
    select "id", "firstName", "phone", "emailKey" as "email", trim("firstName" || ' ' || "lastName") as "name" from "customers"
    where "vendorId" = ${vendorId} and "state" <> 'archived' and "phone" <> '' and "phone" = any(${phones}::text[])
    union all
    select "id", "firstName", "phone", "emailKey", trim("firstName" || ' ' || "lastName") from "customers"
    where "vendorId" = ${vendorId} and "state" <> 'archived' and "emailKey" <> '' and "emailKey" = any(${emails}::text[])`.execute(trx)
  const found = new Map<string, { id: string; name: string }>()
  for (const { row, input } of checked) {
    const twin =
      input &&
      rows.find(
        ({ id, firstName, phone, email }) =>
          id !== row.id &&
          searchable(firstName) === searchable(input.firstName) &&
          ((phone !== '' && phone === input.phone) || (email !== '' && email === input.email.toLowerCase())),
      )
    if (twin) found.set(row.id, { id: twin.id, name: twin.name })
  }
  return found
}

async function readImport(trx: Trx, vendorId: string, id: string): Promise<Import> {
  const row = await imports(trx, vendorId).where('imports.id', '=', id).executeTakeFirst()
  if (!row) throw failure('document/not-found')
  return row
}

const imports = (trx: Trx, vendorId: string) =>
  trx
    .selectFrom('imports')
    .select(['imports.id', 'imports.fileName', 'imports.rows', 'imports.state', 'imports.createdAt'])
    .select(
      sql<number>`(select count(*)::int from "customers" c where c."vendorId" = ${vendorId} and c."importId" = "imports"."id")`.as('made'),
    )
    .where('imports.vendorId', '=', vendorId)

const inTenant = <T>(call: Call, work: (trx: Trx, vendorId: string) => Promise<T>) => {
  const { vendorId } = memberOf(call)
  return tenant(call.app.db, vendorId, (trx) => work(trx, vendorId))
}

/** Locks an import, so that adding rows and undoing it are serialized. @throws document/not-found */
async function lockImport(trx: Trx, vendorId: string, id: string): Promise<Import> {
  await trx.selectFrom('imports').select('id').where('vendorId', '=', vendorId).where('id', '=', id).forUpdate().executeTakeFirst()
  return readImport(trx, vendorId, id)
}

async function add(trx: Trx, call: Call, vendorId: string, { id, rows }: { id: string; rows: ImportRow[] }) {
  const { state } = await lockImport(trx, vendorId, id)
  if (state === 'undone') throw failure('import/undone')
  const country = await countryCodeOf(trx, vendorId)
  const today = await todayOf(trx, call.app, vendorId)
  const checked = rows.map((row) => checkRow(row, country, today))
  const now = instant(call.app)
  const good = checked.flatMap(({ row, input }) => (input ? [{ id: row.id, input }] : []))
  let made = 0
  if (good.length > 0) {
    const written = await trx
      .insertInto('customers')
      .values(
        good.map(({ id: own, input }) => ({
          vendorId,
          id: own,
          ...input,
          search: searchText(input),
          state: 'active',
          importId: id,
          createdAt: now,
          updatedAt: now,
        })),
      )
      .onConflict((conflict) => conflict.columns(['vendorId', 'id']).doNothing())
      .returning('id')
      .execute()
    made = written.length
    if (made > 0) await audit(trx, call, { action: 'add', entity: 'import', target: id, after: { customers: made } })
  }
  const refused = checked.filter(({ input }) => !input).map(({ row, issues }) => ({ id: row.id, issues, duplicate: null }))
  return { made, refused }
}

/**
 * Undoes an import. Customers enrolled, billed, quoted, entered in a challenge, changed or merged since then stay: they
 * are the vendor's own work by now.
 */
async function undo(trx: Trx, call: Call, vendorId: string, id: string) {
  const before = await lockImport(trx, vendorId, id)
  if (before.state === 'undone') return { removed: 0, kept: before.made }
  const now = instant(call.app)
  const uses = expressionsOf({ app: call.app, vendorId }, customerUsed, sql.ref('c.id'))
  const removed = await sql<{ countedUntil: string | null; countedOn: string | null }>`
    delete from "customers" c where c."vendorId" = ${vendorId} and c."importId" = ${id} and c."version" = 1
      and ${sql.join(
        uses.map((isUsed) => sql`not ${isUsed}`),
        sql` and `,
      )}
    returning c."countedUntil", c."countedOn"`.execute(trx)
  await uncount(trx, vendorId, removed.rows)
  await trx
    .updateTable('imports')
    .set({ state: 'undone', updatedAt: now, version: sql<number>`"version" + 1` })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
  const count = removed.rows.length
  const answer = { removed: count, kept: before.made - count }
  await audit(trx, call, { action: 'undo', entity: 'import', target: id, before: { fileName: before.fileName }, after: answer })
  return answer
}

export const importHandlers = {
  list: os.imports.list.handler(({ context: call }) =>
    inTenant(call, (trx, vendorId) => imports(trx, vendorId).orderBy('imports.createdAt', 'desc').limit(50).execute()),
  ),
  check: os.imports.check.handler(({ context: call, input }) =>
    inTenant(call, async (trx, vendorId) => {
      const country = await countryCodeOf(trx, vendorId)
      const today = await todayOf(trx, call.app, vendorId)
      const checked = input.rows.map((row) => checkRow(row, country, today))
      const twins = await duplicatesOf(trx, vendorId, checked)
      return checked.map(({ row, issues }) => ({ id: row.id, issues, duplicate: twins.get(row.id) ?? null }))
    }),
  ),
  begin: os.imports.begin.handler(({ context: call, input }) =>
    inTenant(call, async (trx, vendorId) => {
      const now = instant(call.app)
      const row = { vendorId, ...input, state: 'running', actor: memberOf(call).userId, createdAt: now, updatedAt: now } as const
      const created = await trx
        .insertInto('imports')
        .values(row)
        .onConflict((conflict) => conflict.columns(['vendorId', 'id']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (created)
        await audit(trx, call, {
          action: 'begin',
          entity: 'import',
          target: input.id,
          after: { fileName: input.fileName, rows: input.rows },
        })
      return readImport(trx, vendorId, input.id)
    }),
  ),
  add: os.imports.add.handler(({ context: call, input }) => inTenant(call, (trx, vendorId) => add(trx, call, vendorId, input))),
  finish: os.imports.finish.handler(({ context: call, input }) =>
    inTenant(call, async (trx, vendorId) => {
      const { made, state, fileName } = await lockImport(trx, vendorId, input.id)
      if (state === 'undone') throw failure('import/undone')
      if (state === 'running') {
        await trx
          .updateTable('imports')
          .set({ state: 'done', updatedAt: instant(call.app) })
          .where('vendorId', '=', vendorId)
          .where('id', '=', input.id)
          .execute()
        await audit(trx, call, { action: 'finish', entity: 'import', target: input.id, after: { customers: made } })
        const values = { file: fileName, customers: made }
        await notify({ trx, call, vendorId }, { kind: 'importFinished', cause: input.id, values })
      }
      return readImport(trx, vendorId, input.id)
    }),
  ),
  undo: os.imports.undo.handler(({ context: call, input }) => inTenant(call, (trx, vendorId) => undo(trx, call, vendorId, input.id))),
}
