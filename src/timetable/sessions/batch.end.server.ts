import { endEnrolments } from '#timetable/enrolments/places.server.ts'
import { lockVendor } from '#business/setup/lock.server.ts'
import { writePlan } from './session-plan.server.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { comingOf } from './session.read.server.ts'
import { knownBefore } from './known.server.ts'
import { notifyTrainers } from './notify-trainers.server.ts'
import { notifyCustomers, type NoteFor } from './tell.server.ts'
import { zoneOf } from '#business/setup/zone.server.ts'
import { dayIn, instant } from '#kernel/app.ts'
import type { Around } from '#kernel/around.ts'
import { audit } from '#kernel/audit.ts'
import { memberOf, type Call } from '#kernel/base.ts'
import { withTenant } from '#kernel/context.ts'
import { failure } from '#kernel/failure.ts'
import type { Batch, CancelBatchInput, CompleteBatchInput } from '#timetable/batches/batch.contract.ts'
import { batches } from '#timetable/batches/batch.row.server.ts'
import { endBatch } from '#timetable/batches/batch.write.server.ts'
import { withdrawSchedule } from './batch.notify.server.ts'

/** What follows from the end of a batch: a paragraph for the mail about its sessions, and mails to those who get no such mail. */
export type AroundEnd = Around<Batch, { noteFor: NoteFor; notifyOthers: () => Promise<void> }>

type End = { id: string; version: number; state: 'cancelled' | 'completed'; reason: string | null; shouldNotify: boolean }

/** Ends an open batch: its coming sessions, its enrolments and its waiting list, in one transaction. */
function end(call: Call, { id, version, state, reason, shouldNotify }: End, around: AroundEnd): Promise<Batch> {
  return withTenant(call, memberOf(call).vendorId, async (ctx) => {
    const { trx, vendorId } = ctx
    await around.before(ctx)
    await lockVendor(trx, vendorId)
    const read = () => batches.kind.select(trx, vendorId, call).where('batches.id', '=', id).executeTakeFirst()
    const before = await read()
    if (!before) throw failure('document/not-found')
    if (before.state === state) return before
    if (before.state !== 'open') throw failure('batch/not-open')
    if (before.version !== version) throw failure('request/stale', { current: before })
    const zone = await zoneOf(trx, vendorId)
    const now = instant(call.app)
    const coming = await comingOf(trx, vendorId, id, now)
    const known = await knownBefore(trx, vendorId, coming)
    if (reason !== null) await notifyTrainers(trx, call, vendorId, coming, reason)
    await endBatch(trx, vendorId, before, { state, reason }, now)
    await writePlan(trx, call, { ...before, state, reason })
    await withdrawSchedule({ trx, call, vendorId }, id)
    const enrolments = await endEnrolments(trx, vendorId, id, { state, reason, today: dayIn(call.app, zone), now })
    if (reason !== null) {
      const values = { batch: before.name, code: before.code, reason, people: enrolments }
      await notify({ trx, call, vendorId }, { kind: 'batchCancelled', cause: `${id}:${version}`, about: id, values })
    }
    const { noteFor, notifyOthers } = await around.after(ctx, before)
    const notified = await notifyCustomers({ trx, call, vendorId }, zone, known, shouldNotify, noteFor)
    await notifyOthers()
    await audit(trx, call, {
      action: state === 'cancelled' ? 'cancel' : 'complete',
      entity: 'batch',
      target: id,
      subject: id,
      before: { state: before.state },
      after: { state, reason, enrolments, told: notified },
    })
    return (await read()) ?? before
  })
}

/** Cancels an open batch for a reason; customers are mailed about their cancelled sessions on request. */
export const cancelBatch = (call: Call, { id, version, reason, tell: shouldNotify }: CancelBatchInput, around: AroundEnd) =>
  end(call, { id, version, state: 'cancelled', reason, shouldNotify }, around)

/** Ends an open batch that has done its work. */
export const completeBatch = (call: Call, { id, version }: CompleteBatchInput, around: AroundEnd) =>
  end(call, { id, version, state: 'completed', reason: null, shouldNotify: false }, around)
