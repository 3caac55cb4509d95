import type { Database } from '#db/open.ts'
import { describeError, type Log } from './log.ts'
import type { Modules } from './modules.ts'
import { failure, tooManyRequests } from './failure.ts'

/** The number of boards that one member may watch at once. */
export const watchLimit = 20
/** A slot is free as soon as the member leaves one of the pages, which can't be predicted. */
const retrySeconds = 30
const pollMs = 1000

/** One reader of a board: its session, and the latest revision that it has. */
type Reader = { board: string; hash: Uint8Array; userId: string; seen: number; wake: () => void; isEnded: boolean }

/** The readers of boards in this process. */
export type Watch = {
  /**
   * Yields every revision of a board after the reader's, the newest at once if the reader is behind; some in between
   * may be skipped. It ends with the signal, the session, or the process.
   * @param seen the revision that the reader has, 0 for none
   * @throws auth/too-many-requests for one board too many
   */
  revisions: (
    of: { board: string; hash: Uint8Array; userId: string; seen: number },
    signal: AbortSignal | undefined,
  ) => AsyncGenerator<number, void, void>
  /** Hints that a board may have changed, so that its readers need not wait for the next poll. */
  hint: () => void
  /** Ends all readers, and accepts no more. */
  stop: () => void
}

/**
 * Watches boards: each second, one statement reads the revisions of all watched boards, and another checks which
 * of their readers' sessions are still live. Changes made in another process are found like those made in this
 * one; a hint only speeds it up.
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
      // A reader that left earlier no longer receives the abort event.
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
