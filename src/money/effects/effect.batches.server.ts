import { handlersOf, type Call } from '#kernel/base.ts'
import { type TenantContext } from '#kernel/context.ts'
import { batchContract, type Batch, type UpdateBatchInput } from '#timetable/batches/batch.contract.ts'
import { batches } from '#timetable/batches/batch.row.server.ts'
import { cancelBatch, completeBatch, type AroundEnd } from '#timetable/sessions/batch.end.server.ts'
import { updateBatch } from '#timetable/sessions/batch.update.server.ts'
import { placesIn, placesOf } from './effect.facts.server.ts'
import { creditNotes } from './effect.mail.server.ts'
import { beforeAct, postEffects, showEffects, type ActChoice } from './effect.server.ts'
import { reverseSince } from './effect.reverse.server.ts'
import type { TakenPlace } from './paid-days.rules.ts'
import { lostDays } from './effect.lost.server.ts'

/** A day after every batch: compared with it, a place has lost all days after its own last one. */
const endOfTime = '9999-12-31'

/** Credits what places of a batch lose between a last day and the one that it has now. */
async function shorten(ctx: TenantContext, batch: string, lastDay: string, choice: ActChoice): Promise<void> {
  const places = await placesIn(ctx, batch)
  const was = places.map((place) => ({ ...place, batchEnd: lastDay }))
  await postEffects(ctx, { act: 'batchDates', batch }, await lostDays(ctx, 'batchDates', was, places), choice)
}

/**
 * Changes a batch. An earlier last day credits the days that people paid for after it; a later one reverses that, as
 * far as it can be reversed, and credits what is still lost.
 */
export function changeBatch(call: Call, input: UpdateBatchInput, choice: ActChoice = input.decision): Promise<Batch> {
  return updateBatch(call, input, {
    before: beforeAct,
    async after(ctx, { before, after: { id, endDate } }) {
      if (endDate < before.endDate || choice !== undefined) return shorten(ctx, id, before.endDate, choice)
      if (endDate > before.endDate && (await reverseSince(ctx, 'batchDates', { batch: id }))) await shorten(ctx, id, endOfTime, undefined)
    },
  })
}

/**
 * What happens around an early end of a batch: the days that people paid for after today are credited. One mail says what
 * is cancelled and what is credited for it.
 */
function aroundEnd(act: 'batchCancel' | 'batchComplete', batch: string, choice: ActChoice): AroundEnd {
  let before: TakenPlace[] = []
  return {
    async before(ctx) {
      await beforeAct(ctx)
      before = await placesIn(ctx, batch)
    },
    async after(ctx) {
      const after = await placesOf(
        ctx,
        before.map(({ id }) => id),
      )
      const lines = await lostDays(ctx, act, before, after)
      return creditNotes(ctx, act, await postEffects(ctx, { act, batch }, lines, choice, { isNotified: false }))
    },
  }
}

const os = handlersOf({ batches: batchContract })

/** The acts on batches that can credit people. */
export const batchActHandlers = {
  update: os.batches.update.handler(({ context, input }) => changeBatch(context, input)),
  cancel: os.batches.cancel.handler(({ context, input }) =>
    cancelBatch(context, input, aroundEnd('batchCancel', input.id, input.decision)),
  ),
  complete: os.batches.complete.handler(({ context, input }) =>
    completeBatch(context, input, aroundEnd('batchComplete', input.id, input.decision)),
  ),
  effects: os.batches.effects.handler(({ context, input }) =>
    showEffects(async () => {
      const { id, version } = await batches.get(context, input.id)
      const seen = { id, version }
      switch (input.act) {
        case 'batchCancel':
          return cancelBatch(context, { ...seen, reason: '–', tell: false }, aroundEnd(input.act, id, 'preview'))
        case 'batchComplete':
          return completeBatch(context, seen, aroundEnd(input.act, id, 'preview'))
        case 'batchDates':
          return changeBatch(context, { ...seen, endDate: input.endDate, places: 'leave', tell: false }, 'preview')
      }
    }, 'batch/not-open'),
  ),
}
