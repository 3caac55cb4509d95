import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from './challenges.client.ts'

/** The wait before reconnecting, in milliseconds: a second, doubled on each attempt, up to half a minute. */
const waitMs = (tries: number) => Math.min(1000 * 2 ** tries, 30_000)

/**
 * Updates the displayed challenge live: each new revision of its board triggers another read. After a break the server
 * receives the last revision, so that none is missed.
 * @returns whether the connection is open
 */
export function useBoard(challenge: string): boolean {
  const client = useQueryClient()
  const [isLive, setLive] = useState(false)
  useEffect(() => {
    const end = new AbortController()
    let seen: string | undefined
    let tries = 0
    const read = async (): Promise<void> => {
      const events = await api.challenges.watch({ id: challenge }, { signal: end.signal, ...(seen ? { lastEventId: seen } : {}) })
      setLive(true)
      for await (const { revision } of events) {
        tries = 0
        // The first revision is being read anyway.
        if (seen !== undefined) await client.invalidateQueries({ queryKey: ['challenges'] })
        seen = String(revision)
      }
    }
    void (async () => {
      while (!end.signal.aborted) {
        // A break and an end are handled alike: the loop reconnects from where it was.
        await read().catch(() => {})
        setLive(false)
        if (end.signal.aborted) return
        await new Promise((resolve) => setTimeout(resolve, waitMs(tries)))
        tries += 1
      }
    })()
    return () => end.abort()
  }, [challenge, client])
  return isLive
}
