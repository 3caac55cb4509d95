import { sql } from 'kysely'
import { handlersOf, memberOf, type Call } from '#kernel/base.ts'
import { inTenant, withTenant, type TenantContext } from '#kernel/context.ts'
import { fieldFailure, refusalAt, withConstraints } from '#kernel/failure.ts'
import type { Seen } from '#lib/calls.ts'
import { enrolledOnce, unknownBatch } from '#timetable/enrolments/enrolment.actions.server.ts'
import { enrolmentContract, type Enrolment, type SeveralAct } from '#timetable/enrolments/enrolment.contract.ts'
import { readEnrolment } from '#timetable/enrolments/enrolment.row.server.ts'
import { lockBatches } from '#timetable/enrolments/places.server.ts'
import { failureCodeOf } from '#lib/failures.ts'
import { fieldsOf } from '#lib/choices.ts'
import { beforeAct, showEffects, type ActChoice } from './effect.server.ts'
import { changeDates, movePlaces, type EachPlace } from './effect.places.server.ts'

/** Refusals that are about the batch to move to, not about the person at whose turn they are found. */
const ofTarget = new Set(['batch/full', 'batch/not-open'])

/** Performs acts so that a refusal names the place that it is about: `place` in its data, and its position in the input. */
const naming =
  (rows: readonly Enrolment[]): EachPlace =>
  async (at, perform) => {
    try {
      return await withConstraints(enrolledOnce, perform)
    } catch (error) {
      const row = rows[at]
      if (!row || ofTarget.has(failureCodeOf(fieldsOf(error)['code']))) throw error
      const { id, firstName, lastName } = row
      throw refusalAt(error, ['places', at], { place: { id, firstName, lastName } })
    }
  }

/** Locks the customers of places in one order, since an email to several people locks them too. */
async function lockCustomers({ trx, vendorId }: TenantContext, rows: readonly Enrolment[]): Promise<void> {
  const ids = rows.map(({ customer }) => customer)
  await trx
    .selectFrom('customers')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where(sql<boolean>`"id" = any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

type What = { act: 'move'; batch: string } | { act: 'dates'; endDate: string }

/**
 * Performs one act on several places: on all or, where one of them refuses it, on none. What it means in money is
 * posted as one effect.
 * @param seenOf the version of each place that the member saw
 * @throws document/not-found for an unknown place; request/invalid at `batch` for an unknown batch, at `endDate` for a
 * day that is over; batch/full, batch/not-open; and, with the place, what the act on one place throws
 */
async function onSeveral(
  ctx: TenantContext,
  ids: readonly string[],
  seenOf: (row: Enrolment, at: number) => Seen,
  what: What,
  choice: ActChoice,
): Promise<Enrolment[]> {
  // Before anything is read: a preview is asked for while the day is being typed.
  if (what.act === 'dates' && what.endDate < (await ctx.today())) throw fieldFailure('endDate', 'enrolments.endDate.past')
  await beforeAct(ctx)
  const rows: Enrolment[] = []
  for (const id of ids) rows.push(await readEnrolment(ctx, id))
  const sources = rows.map(({ batch }) => batch)
  await lockBatches(ctx, what.act === 'move' ? [...sources, what.batch] : sources, unknownBatch)
  await lockCustomers(ctx, rows)
  const seen = rows.map(seenOf)
  if (what.act === 'move') {
    const { batch } = what
    const places = seen.map((one) => ({ ...one, batch }))
    return movePlaces(ctx, places, choice, naming(rows))
  }
  const { endDate } = what
  const places = seen.map((one) => ({ ...one, endDate, reason: '' }))
  return changeDates(ctx, places, choice, naming(rows))
}

/** What an act on several places would mean in money, if it were done now. */
function severalEffects(call: Call, { places, ...what }: SeveralAct) {
  const perform = (ctx: TenantContext) => onSeveral(ctx, places, ({ id, version }) => ({ id, version }), what, 'preview')
  return showEffects(() => withTenant(call, memberOf(call).vendorId, perform), 'enrolment/state')
}

const os = handlersOf({ enrolments: enrolmentContract })

/** The calls that act on several places at once. */
export const severalPlacesHandlers = {
  changeSeveral: os.enrolments.changeSeveral.handler(
    inTenant(async (ctx, { places, decision, ...what }) => {
      const ids = places.map(({ id }) => id)
      const rows = await onSeveral(ctx, ids, ({ id, version }, at) => places[at] ?? { id, version }, what, decision)
      return { rows }
    }),
  ),
  severalEffects: os.enrolments.severalEffects.handler(({ context, input }) => severalEffects(context, input)),
}
