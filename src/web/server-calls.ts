import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { failureOf } from './call-failure.ts'

/** Notified of every answer that says that the session has ended. */
export const sessionEnded = new EventTarget()

/** Notified of every write that was refused because the trial is over. */
export const trialEnded = new EventTarget()

declare global {
  interface Window {
    /** Answers under way to calls that the page asked for before the app was there (app/early.ts), by address and body. */
    earlyAnswers?: Map<string, Promise<Response>>
  }
}

// Once the app is here it asks for itself: an early answer that came later would be taken by a read after a change, and be old.
if (typeof window !== 'undefined') window.earlyAnswers ??= new Map()

/** Before what was changed is read again: an answer that was asked for earlier would be taken for the change's outcome. */
export function dropEarlyAnswers(): void {
  if (typeof window !== 'undefined') window.earlyAnswers?.clear()
}

/** Takes an answer that is under way already, once; every other call, and a repeated one, goes to the server. */
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

/** Sends the calls of some contracts to the server; tests answer them here. */
export const callsOf = <Contracts extends AnyContractRouter>(): ContractRouterClient<Contracts> => createORPCClient(link)
