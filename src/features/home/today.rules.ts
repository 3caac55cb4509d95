import type { Meeting } from './home.contract.ts'

/** One meeting of a day with its place across the hours, as shares from 0 to 1. */
type LaneSlot = { meeting: Meeting; at: number; span: number }
/** A trainer's lane. */
export type Lane = { trainer: string; name: string; slots: LaneSlot[] }

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * One lane for each trainer who meets a batch, in the order of their first meeting, over whole
 * hours: from 8 to 20 and as much wider as the day is.
 * @param meetings the day's, earliest first
 */
export function lanesOf(meetings: readonly Meeting[]): { lanes: Lane[]; firstHour: number; lastHour: number } {
  const firstHour = Math.min(8, ...meetings.map((meeting) => Math.floor(minutes(meeting.startingTime) / 60)))
  const lastHour = Math.max(20, ...meetings.map((meeting) => Math.ceil(minutes(meeting.endingTime) / 60)))
  const share = (time: string) => (minutes(time) / 60 - firstHour) / (lastHour - firstHour)
  const lanes = [...Map.groupBy(meetings, (meeting) => meeting.trainer)].map(([trainer, own]) => ({
    trainer,
    name: own[0]?.trainerName ?? '',
    slots: own.map((meeting) => ({
      meeting,
      at: share(meeting.startingTime),
      span: share(meeting.endingTime) - share(meeting.startingTime),
    })),
  }))
  return { lanes, firstHour, lastHour }
}

/** What the day still holds: the meeting that runs at a time, else the next one. */
export function nextOf(meetings: readonly Meeting[], time: string): { running: number; next: Meeting | undefined } {
  const now = minutes(time)
  return {
    running: meetings.filter((meeting) => minutes(meeting.startingTime) <= now && minutes(meeting.endingTime) > now).length,
    next: meetings.find((meeting) => minutes(meeting.startingTime) > now),
  }
}
