import type { Meeting } from './home.contract.ts'

/** One meeting of a day with its place across the hours, as shares from 0 to 1. */
type LaneSlot = { meeting: Meeting; at: number; span: number }
/** A trainer's lane. */
export type Lane = { trainer: string; name: string; slots: LaneSlot[] }

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * The whole hours that a day is drawn over: from an hour before its first meeting to an hour after its last, at least
 * six, extended to the now-line between 8 and 20.
 */
function hoursOf(meetings: readonly Meeting[], now: number): [first: number, last: number] {
  if (meetings.length === 0) return [8, 20]
  const first = Math.min(...meetings.map((meeting) => Math.floor(minutes(meeting.startingTime) / 60)))
  const last = Math.max(...meetings.map((meeting) => Math.ceil(minutes(meeting.endingTime) / 60)))
  const more = Math.max(1, Math.ceil((6 - (last - first)) / 2))
  const [begin, end] = [Math.max(0, first - more), Math.min(24, last + more)]
  const isByDay = now >= 8 && now < 20
  return isByDay ? [Math.min(begin, Math.floor(now)), Math.max(end, Math.ceil(now))] : [begin, end]
}

/**
 * One lane for each trainer with a meeting, in the order of their first meeting. The fewer hours the day has, the more
 * of each meeting is legible.
 * @param meetings the day's, earliest first
 * @param now hours since the day began, 0 to 24
 */
export function lanesOf(meetings: readonly Meeting[], now: number): { lanes: Lane[]; firstHour: number; lastHour: number } {
  const [firstHour, lastHour] = hoursOf(meetings, now)
  const fractionOf = (time: string) => (minutes(time) / 60 - firstHour) / (lastHour - firstHour)
  const lanes = [...Map.groupBy(meetings, (meeting) => meeting.trainer)].map(([trainer, own]) => ({
    trainer,
    name: own[0]?.trainerName ?? '',
    slots: own.map((meeting) => ({
      meeting,
      at: fractionOf(meeting.startingTime),
      span: fractionOf(meeting.endingTime) - fractionOf(meeting.startingTime),
    })),
  }))
  return { lanes, firstHour, lastHour }
}

/** What is left of the day: how many meetings are running at a time, and the next one. */
export function nextOf(meetings: readonly Meeting[], time: string): { running: number; next: Meeting | undefined } {
  const now = minutes(time)
  return {
    running: meetings.filter((meeting) => minutes(meeting.startingTime) <= now && minutes(meeting.endingTime) > now).length,
    next: meetings.find((meeting) => minutes(meeting.startingTime) > now),
  }
}

/**
 * The session whose roster to mark next: a running one that is not marked yet, else the next one today, else one that
 * was left.
 * @param left ids of sessions that are over and not marked, latest first
 */
export function rosterOf(meetings: readonly Meeting[], time: string, left: readonly string[]): string | undefined {
  const open = meetings.filter(({ startingTime, booked, marked }) => minutes(startingTime) <= minutes(time) && booked > marked)
  const running = open.find(({ endingTime }) => minutes(endingTime) > minutes(time))
  return (running ?? nextOf(meetings, time).next)?.id ?? left[0]
}

/** The sessions that are not marked yet and can be marked now or next, at most four: those that have begun first, else the next. */
export function openRostersOf(meetings: readonly Meeting[], time: string): Meeting[] {
  const open = meetings.filter(({ booked, marked }) => booked > marked)
  const begun = open.filter(({ startingTime }) => startingTime <= time)
  return [...begun.slice(-3), ...open.filter((meeting) => !begun.includes(meeting))].slice(0, 4)
}
