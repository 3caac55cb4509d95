import { api } from './attendance.client.ts'
import { failureOf } from '#web/call-failure.ts'
import { changed } from '#web/changed.ts'
import { isOthersMark, useRoot, waitingMarksOf } from '#web/state.ts'
import type { MarkInput } from './attendance.contract.ts'
import { markLimit, attendanceMarks } from './attendance.rules.ts'

/** Called for marks that the server did not accept: with the error of the call, or with the number of people who are no longer expected. */
type Reporter = { refused: (error: unknown) => void; left: (count: number) => void }

/**
 * Marks wait in this browser until the server has them, so that a roster works without a connection. Each has its own
 * key of session, enrolment and instant, so that no tab ever overwrites or removes another tab's marks. Only the
 * newest mark of a person counts, as on the server, so a mark that was sent twice counts once.
 */
const listeners = new Set<() => void>()
/** Marks that full or forbidden storage rejected, for as long as the page is open. */
const unstored = new Map<string, string>()
let snapshot: MarkInput[] | null = null

const prefix = () => waitingMarksOf(useRoot.getState().auth.userId ?? '')
const keyOf = ({ session, enrolment, markedAt }: MarkInput) => `${prefix()}${session}:${enrolment}:${markedAt}`

function stored(): [key: string, mark: string][] {
  try {
    return Object.entries(localStorage)
  } catch {
    return []
  }
}

/** Every waiting mark, including older ones of the same person. */
function readAll(): MarkInput[] {
  const own = prefix()
  return [...stored(), ...unstored].flatMap(([key, mark]) => {
    if (!key.startsWith(own)) return []
    const [session = '', enrolment = '', ...instant] = key.slice(own.length).split(':')
    return attendanceMarks
      .filter((known) => known === mark)
      .map((known) => ({ session, enrolment, mark: known, markedAt: instant.join(':') }))
  })
}

function read(): MarkInput[] {
  if (snapshot) return snapshot
  const newest = new Map<string, MarkInput>()
  for (const mark of readAll().toSorted((a, b) => Date.parse(a.markedAt) - Date.parse(b.markedAt)))
    newest.set(`${mark.session} ${mark.enrolment}`, mark)
  snapshot = [...newest.values()]
  return snapshot
}

function refresh(): void {
  snapshot = null
  for (const listen of listeners) listen()
}

function store(mark: MarkInput): void {
  try {
    localStorage.setItem(keyOf(mark), mark.mark)
  } catch {
    unstored.set(keyOf(mark), mark.mark)
  }
}

function remove(mark: MarkInput): void {
  unstored.delete(keyOf(mark))
  try {
    localStorage.removeItem(keyOf(mark))
  } catch {
    // Storage that can't be reached contains none of our marks.
  }
}

/** Removes marks and all earlier marks of the same people. */
function removeUpTo(marks: readonly MarkInput[]): void {
  for (const old of readAll())
    if (marks.some((mark) => isSame(mark, old) && Date.parse(old.markedAt) <= Date.parse(mark.markedAt))) remove(old)
}

const isSame = (a: MarkInput, b: MarkInput) => a.session === b.session && a.enrolment === b.enrolment

function followTabs({ key }: StorageEvent): void {
  if (key === null || key.startsWith(prefix())) refresh()
}

/** The marks waiting in this browser, the newest of each person, for useSyncExternalStore. */
export const marksWaiting = {
  subscribe(listen: () => void): () => void {
    if (listeners.size === 0) window.addEventListener('storage', followTabs)
    listeners.add(listen)
    return () => {
      listeners.delete(listen)
      if (listeners.size === 0) window.removeEventListener('storage', followTabs)
    }
  },
  get: read,
}

let reporter: Reporter = { refused: () => {}, left: () => {} }

/** An owner who views as another role may not mark as that role; the marks wait until the owner switches back. */
const isLooking = ({ roles, ownRole } = useRoot.getState().auth) => ownRole !== null && roles !== ownRole

/** Sends one session's marks. @returns false if they wait for the next attempt */
async function sendSession(marks: MarkInput[]): Promise<boolean> {
  try {
    const { left } = await api.attendance.mark({ marks })
    if (left > 0) reporter.left(left)
  } catch (error) {
    const { status } = failureOf(error)
    // Busy, unreachable or signed out: the marks wait. Any other refusal would repeat forever.
    if (status === 0 || status >= 500 || status === 429 || status === 401) return false
    reporter.refused(error)
  }
  removeUpTo(marks)
  refresh()
  await changed('attendance')
  return true
}

async function sendAll(): Promise<void> {
  refresh()
  for (let [first] = read(); first; [first] = read()) {
    const { session } = first
    if (
      !(await sendSession(
        read()
          .filter((mark) => mark.session === session)
          .slice(0, markLimit),
      ))
    )
      return
  }
}

let sending: Promise<void> | null = null

/** Sends the waiting marks, one session after another; stops if the server can't be reached. Only one tab sends at a time. */
export function sendMarks(): Promise<void> {
  if (isLooking()) return Promise.resolve()
  const locks = navigator.locks as LockManager | undefined
  sending ??= (locks ? locks.request('marks', sendAll) : sendAll()).finally(() => {
    sending = null
  })
  return sending
}

/** How long marks wait for a member who does not return, in milliseconds. */
const longest = 7 * 86_400_000

/** Removes marks of other members that have waited too long; the instant is the end of their key. */
function dropOld(): void {
  for (const [key] of stored()) {
    const at = /20\d\d-\d\d-\d\dT.*$/.exec(key)?.[0]
    if (isOthersMark(key) && at !== undefined && Date.now() - Date.parse(at) > longest) localStorage.removeItem(key)
  }
}

/** Stores marks and sends them. */
export function addMarks(marks: readonly MarkInput[]): void {
  removeUpTo(marks)
  for (const mark of marks) store(mark)
  refresh()
  void sendMarks()
}

/**
 * Starts sending from any page: now, when the connection is back, and every 15 seconds while marks wait.
 * @param next notified when the server does not accept marks, such as those of a cancelled session
 * @returns a function that stops sending
 */
export function startSending(next: Reporter): () => void {
  reporter = next
  dropOld()
  const send = () => void (read().length > 0 && sendMarks())
  send()
  const timer = setInterval(send, 15_000)
  window.addEventListener('online', send)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', send)
  }
}
