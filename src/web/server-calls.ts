import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { failureOf } from './call-failure.ts'

/** Notified of every answer that reports the end of the session. */
export const sessionEnded = new EventTarget()

/** Notified of every write refused because the trial is over. */
export const trialEnded = new EventTarget()

declare global {
  interface Window {
    /** Pending answers to calls that the page made before the app had loaded (app/early.ts), by address and body. */
    earlyAnswers?: Map<string, Promise<Response>>
  }
}

// Once loaded, the app makes its own calls: an early answer that arrived later could be read after a change, and be stale.
if (typeof window !== 'undefined') window.earlyAnswers ??= new Map()

/** Called before changed data is refetched: an answer requested before the change must not pass for its result. */
export function dropEarlyAnswers(): void {
  if (typeof window !== 'undefined') window.earlyAnswers?.clear()
}

/** Uses an early answer if there is one, once; any other or repeated call goes to the server. */
async function fetchOrTake(request: Request, init: RequestInit): Promise<Response> {
  const early = window.earlyAnswers
  if (!early || early.size === 0) return fetch(request, init)
  const key = new URL(request.url).pathname + (await request.clone().text())
  const answer = early.get(key)
  early.delete(key)
  return answer ? answer.catch(() => fetch(request, init)) : fetch(request, init)
}

const link = new RPCLink({
  url: () => `${window.location.origin}/rpc`,
  fetch: (request, init) => fetchOrTake(request, init),
  interceptors: [
    async ({ next }) => {
      try {
        return await next()
      } catch (error) {
        const { code } = failureOf(error)
        if (code === 'auth/session-expired') sessionEnded.dispatchEvent(new Event('ended'))
        if (code === 'plan/trial-expired') trialEnded.dispatchEvent(new Event('ended'))
        throw error
      }
    },
  ],
})

/** Sends the calls of some contracts to the server; tests stub the answers here. */
export const callsOf = <Contracts extends AnyContractRouter>(): ContractRouterClient<Contracts> => createORPCClient(link)
