import { setTimeout as wait } from 'node:timers/promises'
import { createORPCClient, getEventMeta } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '#entrance/contract.ts'

/** One open board: the revisions it received, and how often its connection broke. */
export type BoardReader = { received: number[]; breaks: number }

/**
 * Reads a board as the app does, and goes on after its last revision when the connection breaks.
 * @param address where it connects the next time
 */
export function openBoardReader(address: () => string, cookie: string, challenge: string, end: AbortSignal): BoardReader {
  const reader: BoardReader = { received: [], breaks: 0 }
  const follow = async (): Promise<void> => {
    const api: ContractRouterClient<typeof contract> = createORPCClient(
      new RPCLink({ url: `${address()}/rpc`, headers: { cookie, origin: address(), 'sec-fetch-site': 'same-origin' } }),
    )
    const lastEventId = reader.received.at(-1)
    const events = await api.challenges.watch(
      { id: challenge },
      { signal: end, ...(lastEventId ? { lastEventId: String(lastEventId) } : {}) },
    )
    for await (const event of events) {
      // An event whose id is not its revision can't be continued after.
      reader.received.push(getEventMeta(event)?.id === String(event.revision) ? event.revision : Number.NaN)
    }
  }
  void (async () => {
    while (!end.aborted) {
      await follow().catch(() => {})
      reader.breaks += 1
      await wait(50)
    }
  })()
  return reader
}
