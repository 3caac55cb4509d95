import type { Reader } from '#directory/customers/readers.server.ts'
import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { mannerOf } from '#lib/manner.ts'
import type { JobKinds } from '#kernel/outbox.ts'
import { composeMail } from '#kernel/mail.ts'
import { catalogueText, type Language } from '#kernel/texts.ts'
import type { Current, Known } from './known.server.ts'

/** What a mail says about one session: as its reader knows it, and as it is. */
export type SessionMailLine = { known: Known; now: Current }

/** The kinds of deliveries about sessions. */
export const sessionMails = ['sessionAdded', 'sessionCancelled', 'sessionChanged', 'sessionRestored'] as const
export type SessionMail = (typeof sessionMails)[number]

/** The names that a business's mails use, with its time zone: its own name and country, and its halls and trainers by id. */
export type Names = {
  vendor: string
  country: string
  zone: string
  halls: ReadonlyMap<string, string>
  trainers: ReadonlyMap<string, string>
}

type Part = Pick<Known, 'trainer' | 'hall'>

/** Reads the names that mails about sessions use. @param zone of the business (IANA) */
export async function sessionNames(trx: Trx, vendorId: string, zone: string, parts: readonly Part[]): Promise<Names> {
  const { name, code } = await trx
    .selectFrom('merchants')
    .select(['name', 'code'])
    .where('vendorId', '=', vendorId)
    .executeTakeFirstOrThrow()
  const idsOf = (part: 'trainer' | 'hall') => [...new Set(parts.flatMap((one) => one[part] ?? []))]
  const halls = await trx
    .selectFrom('halls')
    .select(['id', 'title'])
    .where('vendorId', '=', vendorId)
    .where(sql<boolean>`"id" = any(${idsOf('hall')}::uuid[])`)
    .execute()
  const trainers = await trx
    .selectFrom('trainers')
    .select(['id', 'Fname', 'Lname'])
    .where('vendorId', '=', vendorId)
    .where(sql<boolean>`"id" = any(${idsOf('trainer')}::uuid[])`)
    .execute()
  return {
    vendor: name || 'Touchline',
    country: code,
    zone,
    halls: new Map(halls.map(({ id, title }) => [id, title])),
    trainers: new Map(trainers.map(({ id, Fname, Lname }) => [id, `${Fname} ${Lname}`])),
  }
}

/** Isolates a name's writing direction from the text around it. */
const isolated = (name: string) => `\u2068${name}\u2069`

/** Where and with whom, such as `North pitch · Mariam Haddad`; the hall is named if either of two compared sessions has one. */
export function partsText(names: Names, language: Language, { trainer, hall }: Part, isHallSaid: boolean): string[] {
  const where = hall === null ? catalogueText(language, 'sessions.hall.none') : isolated(names.halls.get(hall) ?? '')
  return [...(isHallSaid ? [where] : []), isolated(names.trainers.get(trainer) ?? '')]
}

/** Maximum number of sessions listed in a mail. */
const listed = 10

/** The lines of each session: a cancelled one with the start that the reader knows, any other with its hours, hall and trainer. */
function blocksOf(names: Names, language: Language, kind: SessionMail, lines: readonly SessionMailLine[]): string[] {
  const format = new Intl.DateTimeFormat(mannerOf(language, names.country), { timeZone: names.zone, dateStyle: 'full', timeStyle: 'short' })
  const meeting = (one: Known, isHallSaid: boolean) =>
    [format.formatRange(new Date(one.startsAt), new Date(one.endsAt)), ...partsText(names, language, one, isHallSaid)].join(' · ')
  return lines.map(({ known, now }) => {
    if (kind === 'sessionCancelled') return `${now.batch}: ${format.format(new Date(known.startsAt))}`
    if (kind === 'sessionRestored' || kind === 'sessionAdded') return `${now.batch}: ${meeting(now, now.hall !== null)}`
    const isHallSaid = known.hall !== null || now.hall !== null
    const values = { batch: now.batch, before: meeting(known, isHallSaid), after: meeting(now, isHallSaid) }
    return catalogueText(language, 'sessions.mail.changed.session', values)
  })
}

const keys = {
  sessionAdded: 'sessions.mail.added',
  sessionCancelled: 'sessions.mail.cancelled',
  sessionChanged: 'sessions.mail.changed',
  sessionRestored: 'sessions.mail.restored',
} as const

/**
 * A mail about sessions of one kind, earliest first, in its reader's language.
 * @param note a paragraph that a mail about cancelled sessions ends with; may be empty
 */
export function sessionMail(
  names: Names,
  reader: Reader,
  kind: SessionMail,
  lines: readonly SessionMailLine[],
  note: string,
): JobKinds['mail'] {
  const { language } = reader
  const blocks = blocksOf(names, language, kind, lines)
  const shown = blocks.slice(0, listed)
  if (blocks.length > listed) shown.push(catalogueText(language, 'sessions.conflicts.more', { count: blocks.length - listed }))
  return composeMail(reader.email, language, keys[kind], {
    name: reader.firstName,
    vendor: names.vendor,
    batch: lines[0]?.now.batch ?? '',
    count: lines.length,
    reason: lines[0]?.now.reason ?? '',
    days: shown.join(kind === 'sessionChanged' ? '\n\n' : '\n'),
    note: note === '' ? '' : `${note}\n\n`,
  })
}
