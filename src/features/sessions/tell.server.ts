import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { isBooked } from '#features/enrolments/booked.server.ts'
import { holdReaders, mailOutside } from '#features/notifications/deliver.server.ts'
import { notify } from '#features/notifications/notify.server.ts'
import { mannerOf } from '#lib/manner.ts'
import { requireVerified, type Call } from '#server/base.ts'
import { composeMail } from '#server/mail.ts'
import { text, type Language } from '#server/texts.ts'

type Reader = {
  customer: string
  email: string
  language: Language
  firstName: string
  vendor: string
  country: string
  days: { at: string; batch: string; session: string }[]
}

/** Dates of a mail are listed up to so many. */
const listed = 10

/**
 * Tells every expected customer with an e-mail, once and in their language, that sessions do not
 * take place. Called before the sessions' state changes, in the same transaction.
 * @param sessions the ids of the sessions
 */
export async function tellCancelled(
  trx: Trx,
  call: Call,
  vendorId: string,
  zone: string,
  sessions: readonly string[],
  reason: string,
): Promise<void> {
  const { rows } = await sql<Reader>`
    select c."id" as "customer", c."email", c."language", c."firstName", coalesce(m."name", '') as "vendor", m."code" as "country",
      jsonb_agg(jsonb_build_object('at', s."startsAt", 'batch', b."name", 'session', s."id") order by s."startsAt") as "days"
    from "batchSessions" s
    join "batches" b on b."vendorId" = s."vendorId" and b."id" = s."batch"
    join "enrolments" e on ${isBooked}
    join "customers" c on c."vendorId" = e."vendorId" and c."id" = e."customer" and c."email" <> ''
    join "merchants" m on m."vendorId" = s."vendorId"
    where s."vendorId" = ${vendorId} and s."id" = any(${sessions}::uuid[])
    group by c."id", c."email", c."language", c."firstName", m."name", m."code"`.execute(trx)
  if (rows.length === 0) return
  if (call.session) requireVerified(call.session)
  await holdReaders(
    trx,
    vendorId,
    rows.map(({ customer }) => customer),
  )
  for (const { customer, email, language, firstName, vendor, country, days } of rows) {
    const format = new Intl.DateTimeFormat(mannerOf(language, country), { timeZone: zone, dateStyle: 'full', timeStyle: 'short' })
    const lines = days.slice(0, listed).map(({ at, batch }) => `${batch}: ${format.format(new Date(at))}`)
    if (days.length > listed) lines.push(text(language, 'sessions.conflicts.more', { count: days.length - listed }))
    const values = { name: firstName, vendor: vendor || 'Touchline', reason, days: lines.join('\n') }
    const of = { kind: 'sessionCancelled', customer, about: days[0]?.session ?? '' } as const
    await mailOutside({ trx, call, vendorId }, of, composeMail(email, language, 'sessions.mail.cancelled', values))
  }
}

type Cancelled = { trainer: string; session: string; version: number; batch: string; at: string; count: number }

/**
 * Tells the trainers who are members that sessions of theirs do not take place, each once for all of them.
 * Called before the sessions' state changes, in the same transaction.
 * @param sessions the ids of the sessions
 */
export async function tellTrainers(trx: Trx, call: Call, vendorId: string, sessions: readonly string[], reason: string): Promise<void> {
  const { rows } = await sql<Cancelled>`
    select distinct on (s."trainer") s."trainer", s."id" as "session", s."version", b."name" as "batch", s."startsAt" as "at",
      (count(*) over (partition by s."trainer"))::int as "count"
    from "batchSessions" s join "batches" b on b."vendorId" = s."vendorId" and b."id" = s."batch"
    where s."vendorId" = ${vendorId} and s."id" = any(${sessions}::uuid[])
      and exists (select from "members" m where m."vendorId" = ${vendorId} and m."trainerId" = s."trainer" and m."state" = 'active')
    order by s."trainer", s."startsAt", s."id"`.execute(trx)
  for (const { trainer, session, version, batch, at, count } of rows) {
    const values = { batch, at, count, reason }
    await notify(
      { trx, call, vendorId },
      { kind: 'sessionsCancelled', cause: `${session}:${version}`, about: session, values, to: { trainer } },
    )
  }
}
