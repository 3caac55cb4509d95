import type { Today } from '#insight/home/home.contract.ts'
import { todayQuery } from '#insight/home/home.queries.ts'
import { rosterCall, rosterQuery } from '#timetable/attendance/attendance.queries.ts'
import { currentLanguage } from '#ui/preferences.ts'
import { isOutage } from '#web/call-failure.ts'
import { answersArea, answersPrefix, shownSince, storedAnswer } from '#web/offline-answers.ts'
import { queryClient } from '#web/query.ts'

/** How old a stored roster may be before it is read again in advance, in milliseconds. */
const age = 20 * 60_000

/** The most rosters that are read in advance. */
const most = 24

const nothing = { count: 0, total: null, rows: [], snoozed: [] }

/** What Home needs to lead to a roster: no money and none of its customers are stored. */
const withoutMoney = (today: Today): Today => ({
  ...today,
  money: null,
  books: null,
  own: null,
  needs: {
    unmarked: today.needs.unmarked,
    pastDue: nothing,
    quotes: nothing,
    unnamed: nothing,
    payouts: nothing,
    waiting: nothing,
    expiring: nothing,
    unpriced: nothing,
  },
})

/** The calls that are stored: those of the frame, of Home's day and of rosters. */
const isStored = (name: string) =>
  ['plans/current', 'setup/progress', 'setup/vendor', 'home/today'].includes(name) || name.startsWith(rosterCall(''))

function attempt(work: (storage: Storage) => void): void {
  try {
    work(localStorage)
  } catch {
    // A storage that is full or forbidden has no answers to offer.
  }
}

type Known = { queryKey: readonly unknown[]; state: { data: unknown; error: unknown } }

/** Stores a query's answer, or removes it if the server refused: who lost a right must not go on reading. */
function store({ queryKey, state }: Known): void {
  const name = queryKey.join('/')
  const prefix = answersPrefix()
  if (prefix === null || !isStored(name) || shownSince(name)) return
  if (state.error !== null && !isOutage(state.error)) attempt((storage) => storage.removeItem(prefix + name))
  else if (state.error === null && state.data !== undefined) {
    const data = name === 'home/today' ? queryClient.getQueryData(todayQuery.queryKey) : undefined
    const answer = data ? withoutMoney(data) : state.data
    attempt((storage) => storage.setItem(prefix + name, JSON.stringify({ at: new Date().toISOString(), answer })))
  }
}

/** Removes the answers of other days, members and roles. */
function dropPast(): void {
  const prefix = answersPrefix()
  attempt((storage) => {
    for (const name of Object.keys(storage))
      if (name.startsWith(answersArea) && (prefix === null || !name.startsWith(prefix))) storage.removeItem(name)
  })
}

/** What is carried to a class: a phone, a tablet, or an installed app. A desk's computer stores only what was opened on it. */
const isCarried = () => window.matchMedia('(pointer: coarse), (display-mode: standalone)').matches

/** Reads the rosters that Home leads to, one after another, so that they open without a connection. */
async function readRosters(): Promise<void> {
  const { meetings, needs } = await queryClient.ensureQueryData(todayQuery)
  for (const { id } of [...meetings, ...needs.unmarked.rows].slice(0, most)) {
    const last = storedAnswer(rosterCall(id))
    if (last === null || Date.now() - Date.parse(last.at) > age) await queryClient.prefetchQuery(rosterQuery(id))
  }
}

/**
 * Prepares this browser for an hour without a connection: a worker stores the app's frame, and the day's answers are
 * stored for the member until midnight.
 * @param mayMark whether the member's role marks attendance
 * @returns a function that ends storing
 */
export function prepareOffline(mayMark: boolean): () => void {
  dropPast()
  for (const query of queryClient.getQueryCache().getAll()) store(query)
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && (event.action.type === 'success' || event.action.type === 'error')) store(event.query)
  })
  // A build has the worker; the development server has none.
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    navigator.serviceWorker.register(`/sw.js?lang=${currentLanguage()}`).catch(() => undefined)
  if (mayMark && isCarried()) readRosters().catch(() => undefined)
  return stop
}
