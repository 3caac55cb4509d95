import { api, failureOf } from '#api/client.ts'
import { changed } from '#api/queries.ts'
import { useRoot, waitingMarks } from '#app/state.ts'
import { markLimit, type MarkInput } from './attendance.contract.ts'

/** What the page says of marks that the server did not take: what the call threw, or of how many people who are no longer expected. */
type Teller = { refused: (error: unknown) => void; left: (count: number) => void }

/**
 * Marks wait in this browser until the server has them, so that a roster works without a
 * connection. The newest mark of a person replaces the one that waits; the server keeps the
 * newest too, so a mark that was sent twice counts once.
 */
const listeners = new Set<() => void>()
let waiting: MarkInput[] | null = null
let isSending = false
let tell: Teller = { refused: () => {}, left: () => {} }

const key = () => `${waitingMarks}${useRoot.getState().auth.userId ?? ''}`

function read(): MarkInput[] {
  if (waiting) return waiting
  try {
    waiting = JSON.parse(localStorage.getItem(key()) ?? '[]') as MarkInput[]
  } catch {
    waiting = []
  }
  return waiting
}

function write(marks: MarkInput[]): void {
  waiting = marks
  try {
    if (marks.length > 0) localStorage.setItem(key(), JSON.stringify(marks))
    else localStorage.removeItem(key())
  } catch {
    // A full or forbidden storage keeps them in memory as long as the page is open.
  }
  for (const listen of listeners) listen()
}

const isSame = (a: MarkInput, b: MarkInput) => a.session === b.session && a.enrolment === b.enrolment

/** The marks that wait, for useSyncExternalStore. */
export const marksWaiting = {
  subscribe(listen: () => void): () => void {
    listeners.add(listen)
    return () => listeners.delete(listen)
  },
  get: read,
}

/** Sends what waits, one session after the other; stops where the server can't be reached. */
async function sendMarks(): Promise<void> {
  if (isSending) return
  isSending = true
  try {
    for (let [first] = read(); first; [first] = read()) {
      const { session } = first
      const marks = read()
        .filter((mark) => mark.session === session)
        .slice(0, markLimit)
      try {
        const { left } = await api.attendance.mark({ marks })
        if (left > 0) tell.left(left)
      } catch (error) {
        const { status } = failureOf(error)
        // Busy, unreachable or signed out: they wait for the next try. Anything else would be refused for ever.
        if (status === 0 || status >= 500 || status === 429 || status === 401) return
        tell.refused(error)
      }
      // A newer mark of the same person, made meanwhile, stays.
      write(read().filter((mark) => !marks.some((sent) => isSame(sent, mark) && sent.markedAt === mark.markedAt)))
      await changed('attendance')
    }
  } finally {
    isSending = false
  }
}

/** Takes marks in and sends them. */
export function addMarks(marks: readonly MarkInput[]): void {
  write([...read().filter((mark) => !marks.some((fresh) => isSame(fresh, mark))), ...marks])
  void sendMarks()
}

/**
 * Sends again when the connection is back, and every 15 seconds while something waits.
 * @param teller told when the server does not take marks, such as of a cancelled session
 * @returns ends it
 */
export function keepSending(teller: Teller): () => void {
  tell = teller
  const send = () => void sendMarks()
  send()
  const timer = setInterval(() => read().length > 0 && send(), 15_000)
  window.addEventListener('online', send)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', send)
  }
}
