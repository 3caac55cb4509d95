import { fieldsOf } from '#lib/choices.ts'
import type { Trx } from '#db/tenant.ts'
import { mailOutside } from '#business/notifications/deliver.server.ts'
import { lockReaders, readersOf, type Reader } from '#directory/customers/readers.server.ts'
import { withdrawMails } from '#business/notifications/withdraw.server.ts'
import { instant } from '#kernel/app.ts'
import { requireVerified, type Call } from '#kernel/base.ts'
import { currentOf, isComing, isNews, type Before, type Current, type Known } from './known.server.ts'
import { sessionNames, sessionMail, sessionMails, type SessionMailLine, type SessionMail } from './tell-mail.server.ts'

type Where = { trx: Trx; call: Call; vendorId: string }

/** The values of a session delivery: the sessions as its reader knew them before. */
type Values = { sessions?: Known[] }

/** A paragraph that is added to a reader's mail, once; empty for none. */
export type NoteFor = (reader: Reader) => string

/** The sessions about which each customer has to be mailed, as they know them. */
type Owed = Map<string, Map<string, Known>>

function owe(owed: Owed, customer: string, known: Known): void {
  const own = owed.get(customer) ?? new Map<string, Known>()
  // The oldest known state is the one that the reader compares with.
  if (!own.has(known.id)) own.set(known.id, known)
  owed.set(customer, own)
}

const knownOf = ({ id, startsAt, endsAt, trainer, hall, isOn, isNew }: Known): Known => ({
  id,
  startsAt,
  endsAt,
  trainer,
  hall,
  isOn,
  ...(isNew ? { isNew } : {}),
})

/** Customers whose last mail about a session says that it is cancelled, as `session customer`: only they are mailed its restoration. */
async function knownCancelled({ trx, vendorId }: Where, customers: readonly string[]): Promise<Set<string>> {
  const notified = new Set<string>()
  if (customers.length === 0) return notified
  const rows = await trx
    .selectFrom('deliveries')
    .select(['kind', 'customer', 'about', 'values'])
    .where('vendorId', '=', vendorId)
    .where('kind', 'in', ['sessionCancelled', 'sessionRestored'])
    .where('customer', 'in', customers)
    .where('state', '<>', 'dropped')
    .orderBy('at')
    .orderBy('id')
    .execute()
  for (const { kind, customer, about, values } of rows) {
    const { sessions } = fieldsOf(values)
    const ids = Array.isArray(sessions) ? sessions.map((session) => String(fieldsOf(session)['id'])) : [about]
    for (const session of ids) notified[kind === 'sessionCancelled' ? 'add' : 'delete'](`${session} ${customer}`)
  }
  return notified
}

/** What each customer has to be mailed about changed sessions: the news for those expected, and whatever earlier mails have not left. */
async function owedOf(where: Where, { sessions, people }: Before, news: ReadonlySet<string>, shouldNotify: boolean): Promise<Owed> {
  const owed: Owed = new Map()
  const unsent = await withdrawMails<Values>(where, sessionMails, ({ values }) => (values.sessions ?? []).some(({ id }) => news.has(id)))
  for (const { customer, values, wasTried } of unsent)
    for (const known of values.sessions ?? []) if (!news.has(known.id) || (shouldNotify && !wasTried)) owe(owed, customer, known)
  if (!shouldNotify) return owed
  const isRestored = [...news].some((id) => sessions.get(id)?.isOn === false && !sessions.get(id)?.isNew)
  const off = isRestored ? await knownCancelled(where, [...people.keys()]) : new Set<string>()
  for (const { kind, customer, values, wasTried } of unsent)
    if (kind === 'sessionCancelled' && wasTried) for (const { id } of values.sessions ?? []) off.add(`${id} ${customer}`)
  for (const [customer, expected] of people)
    for (const id of expected) {
      const known = sessions.get(id)
      if (known && news.has(id) && (known.isOn || known.isNew || off.has(`${id} ${customer}`))) owe(owed, customer, knownOf(known))
    }
  return owed
}

/** The kind of mail still due for one session; null if its reader knows the current state. */
function kindOf(known: Known, now: Current, moment: string): SessionMail | null {
  if (!isNews(known, now)) return null
  if (!now.isOn) return 'sessionCancelled'
  if (!isComing(moment, known, now)) return null
  if (known.isNew) return 'sessionAdded'
  return known.isOn ? 'sessionChanged' : 'sessionRestored'
}

/**
 * Notifies every customer with an e-mail address who was expected, once and in their language, that sessions were
 * cancelled, changed or restored. A pending mail that is no longer true is withdrawn, and its reader is notified of the
 * difference from what they know, if there is one. Called after the change, in the same transaction.
 * @param zone of the business (IANA) @param before the sessions as `knownBefore` found them
 * @param shouldNotify whether people are notified of this change; if not, only mails that would now be wrong are withdrawn
 * @param noteFor a paragraph for a reader's first mail about cancelled sessions, such as what is credited for them
 * @returns how many people are notified @throws auth/email-unverified
 */
export async function notifyCustomers(
  where: Where,
  zone: string,
  before: Before,
  shouldNotify: boolean,
  noteFor: NoteFor = () => '',
): Promise<number> {
  const { trx, call, vendorId } = where
  const after = await currentOf(trx, vendorId, [...before.sessions.keys()])
  // A deleted session counts as cancelled.
  const changed = [...before.sessions.values()].filter((known) => isNews(known, after.get(known.id) ?? { ...known, isOn: false }))
  const news = new Set(changed.map(({ id }) => id))
  if (news.size === 0) return 0
  if (shouldNotify) await lockReaders(trx, vendorId, [...before.people.keys()])
  const owed = await owedOf(where, before, news, shouldNotify)
  const current = await currentOf(trx, vendorId, [...new Set([...owed.values()].flatMap((own) => [...own.keys()]))])
  const all = [...owed.values()].flatMap((own) => [...own.values()])
  const names = await sessionNames(trx, vendorId, zone, [...all, ...current.values()])
  const moment = instant(call.app)
  let notified = 0
  for (const reader of await readersOf(trx, vendorId, [...owed.keys()])) {
    const mails = new Map<string, { kind: SessionMail; lines: SessionMailLine[] }>()
    for (const now of current.values()) {
      const known = owed.get(reader.id)?.get(now.id)
      const kind = known ? kindOf(known, now, moment) : null
      if (!known || !kind) continue
      // Sessions cancelled for the same reason are announced together.
      const key = kind === 'sessionCancelled' ? `${kind} ${now.reason}` : kind
      const mail = mails.get(key) ?? { kind, lines: [] }
      mail.lines.push({ known, now })
      mails.set(key, mail)
    }
    if (mails.size > 0 && shouldNotify && call.session) requireVerified(call.session)
    let isQueued = false
    for (const { kind, lines } of mails.values()) {
      const of = { kind, customer: reader.id, about: lines[0]?.now.id ?? '', values: { sessions: lines.map(({ known }) => known) } }
      const note = kind === 'sessionCancelled' ? noteFor(reader) : ''
      if (await mailOutside(where, of, sessionMail(names, reader, kind, lines, note))) isQueued = true
    }
    if (isQueued) notified += 1
  }
  return notified
}
