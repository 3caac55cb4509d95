import type { Database } from '#db/open.ts'
import { describeError, type Log } from './log.ts'
import type { Modules } from './modules.ts'
import { failure, tooManyRequests } from './failure.ts'

/** Boards that one member may watch at once. */
export const watchLimit = 20
/** A place is free as soon as one of the member's pages is left, which no one can foretell. */
const retrySeconds = 30
const pollMs = 1000

/** One reader of a board: which session it is of, and the revision that it has. */
type Reader = { board: string; hash: Uint8Array; userId: string; seen: number; wake: () => void; isEnded: boolean }

/** Who watches boards in this process. */
export type Watch = {
  /**
   * Every revision of a board from the one that the reader has, the newest at once where it is behind; some in
   * between may be left out. It ends with the signal, the session, or the process.
   * @param seen the revision that the reader has, 0 for none
   * @throws auth/too-many-requests for one board too many
   */
  revisions: (
    of: { board: string; hash: Uint8Array; userId: string; seen: number },
    signal: AbortSignal | undefined,
  ) => AsyncGenerator<number, void, void>
  /** Says that a board may have changed, so that its readers need not wait for the next poll. */
  hint: () => void
  /** Ends all readers, and takes no more. */
  stop: () => void
}

/**
 * Watches boards: each second one statement reads the revisions of all that are watched, and another which
 * of their readers' sessions still live. What changed in another process is found as what changed in this
 * one; a hint only makes it sooner.
 */
export function openWatch(
  db: Database,
  now: () => number,
  log: Log,
  { revisionsOf, liveOf }: Pick<Modules, 'revisionsOf' | 'liveOf'>,
): Watch {
  const readers = new Set<Reader>()
  const revisions = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  let isPolling = false
  let isHinted = false
  let isStopped = false

  const end = (reader: Reader) => {
    reader.isEnded = true
    readers.delete(reader)
    reader.wake()
  }

  async function look(): Promise<void> {
    const boards = [...new Set([...readers].map(({ board }) => board))]
    const found = await revisionsOf(db, boards)
    revisions.clear()
    for (const [challenge, revision] of found) revisions.set(challenge, revision)
    const hashes = [...new Map([...readers].map(({ hash }) => [Buffer.from(hash).toString('hex'), hash])).values()]
    const live = await liveOf(db, hashes, new Date(now()).toISOString())
    const alive = new Set(live.map((hash) => Buffer.from(hash).toString('hex')))
    for (const reader of readers) {
      if (!alive.has(Buffer.from(reader.hash).toString('hex'))) end(reader)
      else if ((revisions.get(reader.board) ?? 0) > reader.seen) reader.wake()
    }
  }

  async function poll(): Promise<void> {
    if (isPolling || readers.size === 0) {
      isHinted ||= readers.size > 0
      return
    }
    isPolling = true
    isHinted = false
    if (timer) clearTimeout(timer)
    await look().catch((error: unknown) => log.error('Watched boards could not be read', describeError(error)))
    isPolling = false
    if (readers.size > 0) timer = setTimeout(() => void poll(), isHinted ? 0 : pollMs).unref()
  }

  async function* revisionsFor(reader: Reader): AsyncGenerator<number, void, void> {
    try {
      while (!reader.isEnded) {
        const newest = revisions.get(reader.board) ?? 0
        if (newest > reader.seen) {
          reader.seen = newest
          yield newest
        } else await new Promise<void>((resolve) => (reader.wake = resolve))
      }
    } finally {
      end(reader)
    }
  }

  return {
    revisions(of, signal) {
      if (isStopped) throw failure('server/unavailable')
      if ([...readers].filter(({ userId }) => userId === of.userId).length >= watchLimit) throw tooManyRequests(retrySeconds)
      const reader: Reader = { ...of, wake: () => {}, isEnded: false }
      readers.add(reader)
      signal?.addEventListener('abort', () => end(reader), { once: true })
      // Who left before hears of no abort any more.
      if (signal?.aborted) end(reader)
      void poll()
      return revisionsFor(reader)
    },
    hint: () => void poll(),
    stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
      for (const reader of readers) end(reader)
    },
  }
}
