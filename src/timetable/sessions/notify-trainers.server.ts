import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { instant } from '#kernel/app.ts'
import type { Call } from '#kernel/base.ts'
import { currentOf, isComing, isMoved, type Before, type Current } from './known.server.ts'

type Where = { trx: Trx; call: Call; vendorId: string }
type Cancelled = { trainer: string; session: string; version: number; batch: string; at: string; count: number }

/**
 * Notifies trainers who are members that sessions of theirs do not take place, once per trainer for all of them. Called
 * before the sessions' state changes, in the same transaction.
 * @param sessions the ids of the sessions
 */
export async function notifyTrainers(trx: Trx, call: Call, vendorId: string, sessions: readonly string[], reason: string): Promise<void> {
  const { rows } = await sql<Cancelled>`
    select distinct on (s."trainer") s."trainer", s."id" as "session", s."version", b."name" as "batch", s."startsAt" as "at",
      (count(*) over (partition by s."trainer"))::int as "count"
    from "batchSessions" s join "batches" b on b."vendorId" = ${vendorId} and b."id" = s."batch"
    where s."vendorId" = ${vendorId} and s."id" = any(${sessions}::uuid[])
    order by s."trainer", s."startsAt", s."id"`.execute(trx)
  if (rows.length === 0) return
  const members = await trx
    .selectFrom('members')
    .select('trainerId')
    .where('vendorId', '=', vendorId)
    .where('state', '=', 'active')
    .where(
      'trainerId',
      'in',
      rows.map(({ trainer }) => trainer),
    )
    .execute()
  const isMember = new Set(members.map(({ trainerId }) => trainerId))
  for (const { trainer, session, version, batch, at, count } of rows) {
    if (!isMember.has(trainer)) continue
    const values = { batch, at, count, reason }
    await notify(
      { trx, call, vendorId },
      { kind: 'sessionsCancelled', cause: `${session}:${version}`, about: session, values, to: { trainer } },
    )
  }
}

/** What happened to a trainer's session: reassigned to another, assigned to them, moved to other hours or another hall, or restored. */
export type Turn = 'taken' | 'given' | 'moved' | 'restored'

type TrainerNews = { trainer: string; values: { batch: string; at: string; count: number; turn: Turn }; about: string; cause: string }

/** Notifies a trainer who is a member of one turn. @param about the first of the sessions @param cause the change itself */
export async function notifyOfTurn(where: Where, { trainer, values, about, cause }: TrainerNews): Promise<void> {
  const { turn } = values
  // A trainer sees only their own sessions.
  const shown = turn === 'taken' ? null : about
  await notify(where, { kind: 'sessionsChanged', cause: `${cause}:${turn}`, about: shown, values, to: { trainer } })
}

/** Whom a change of one session concerns among the trainers, and how. */
function turnsOf(before: Current, now: Current): { trainer: string; turn: Turn; shown: Current }[] {
  if (!now.isOn) return []
  if (!before.isOn) return [{ trainer: now.trainer, turn: before.isNew ? 'given' : 'restored', shown: now }]
  if (before.trainer !== now.trainer)
    return [
      { trainer: before.trainer, turn: 'taken', shown: before },
      { trainer: now.trainer, turn: 'given', shown: now },
    ]
  return isMoved(before, now) ? [{ trainer: now.trainer, turn: 'moved', shown: now }] : []
}

/**
 * Notifies trainers, if they are members, of what happened to coming sessions, once per trainer and turn. Called after
 * the change, in the same transaction.
 * @param before the sessions as `knownBefore` found them
 */
export async function notifyTrainersOfChange(where: Where, { sessions }: Pick<Before, 'sessions'>): Promise<void> {
  const { trx, call, vendorId } = where
  const after = await currentOf(trx, vendorId, [...sessions.keys()])
  const moment = instant(call.app)
  const turns = [...after.values()].flatMap((now) => {
    const before = sessions.get(now.id)
    return before && isComing(moment, before, now) ? turnsOf(before, now).map((turn) => ({ ...turn, now })) : []
  })
  for (const own of Map.groupBy(turns, ({ trainer, turn }) => `${trainer} ${turn}`).values()) {
    const [first] = own.toSorted((one, other) => Date.parse(one.shown.startsAt) - Date.parse(other.shown.startsAt))
    if (!first) continue
    const { trainer, turn, shown, now } = first
    const values = { batch: shown.batch, at: shown.startsAt, count: own.length, turn }
    await notifyOfTurn(where, { trainer, values, about: now.id, cause: `${now.id}:${now.version}` })
  }
}
