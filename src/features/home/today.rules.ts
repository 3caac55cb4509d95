import type { Batch } from '#features/batches/batch.contract.ts'

/** One batch of a day with its place across the hours, as shares from 0 to 1. */
export type LaneSlot = { batch: Batch; at: number; span: number }
/** A trainer's lane. */
export type Lane = { trainer: string; name: string; slots: LaneSlot[] }

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * The day's lanes: open batches whose dates and training days include the day, one lane for
 * each trainer, over the whole hours from the first start to the last end.
 * @param day YYYY-MM-DD
 */
export function lanesOf(batches: readonly Batch[], day: string): { lanes: Lane[]; firstHour: number; lastHour: number } {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const today = batches.filter(
    (batch) => batch.state === 'open' && batch.startDate <= day && batch.endDate >= day && batch.trainingDays[weekday]?.isSelected,
  )
  const firstHour = Math.min(8, ...today.map((batch) => Math.floor(minutes(batch.startingTime) / 60)))
  const lastHour = Math.max(20, ...today.map((batch) => Math.ceil(minutes(batch.endingTime) / 60)))
  const share = (time: string) => (minutes(time) / 60 - firstHour) / (lastHour - firstHour)
  const byTrainer = Map.groupBy(today, (batch) => batch.trainer)
  const lanes = [...byTrainer].map(([trainer, own]) => ({
    trainer,
    name: own[0]?.trainerName ?? '',
    slots: own.map((batch) => ({ batch, at: share(batch.startingTime), span: share(batch.endingTime) - share(batch.startingTime) })),
  }))
  return { lanes: lanes.toSorted((a, b) => (a.slots[0]?.at ?? 0) - (b.slots[0]?.at ?? 0)), firstHour, lastHour }
}
