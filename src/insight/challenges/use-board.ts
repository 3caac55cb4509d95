import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from './challenges.client.ts'

/** The wait before a broken connection is tried again, in milliseconds: a second, then twice as long each time, up to half a minute. */
const waitMs = (tries: number) => Math.min(1000 * 2 ** tries, 30_000)

/**
 * Keeps what is shown of a challenge live: each new revision of its board reads the board again. After a break
 * the server is informed which revision came last, so that none is missed.
 * @returns whether the connection stands
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
        // The first is what is being read anyway.
        if (seen !== undefined) await client.invalidateQueries({ queryKey: ['challenges'] })
        seen = String(revision)
      }
    }
    void (async () => {
      while (!end.signal.aborted) {
        // A break and an end are one: the loop asks again from where it was.
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
