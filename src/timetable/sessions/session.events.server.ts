import { on, type Subscription } from '#kernel/events.ts'
import { batchSaved } from '#timetable/batches/batch.events.ts'
import { writePlan } from './plan.server.ts'

/** What sessions follow: the dates, days, hours, trainer and hall of their batch. */
export const sessionSubscribers: readonly Subscription[] = [
  on(batchSaved, ({ trx, call }, { batch, typed }) => writePlan(trx, call, batch, typed)),
]
