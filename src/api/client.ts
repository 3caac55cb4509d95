import { createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { failureCodeOf, type FailureCode, type Issue } from '#lib/failures.ts'
import type { contract } from './contract.ts'

/** A failed call as screens use it: the catalogue's code and the refused fields. */
export type CallFailure = { code: FailureCode; status: number; issues: Issue[]; current: unknown }

/** What a rejected call means; an unreachable server is `server/unavailable`. */
export function failureOf(error: unknown): CallFailure {
  if (error instanceof ORPCError) {
    const data = (error.data ?? {}) as { issues?: Issue[]; current?: unknown }
    return { code: failureCodeOf(error.code), status: error.status, issues: data.issues ?? [], current: data.current ?? null }
  }
  return { code: error instanceof TypeError ? 'server/unavailable' : 'server/error', status: 0, issues: [], current: null }
}

/** Told of every answer that says that the session has ended. */
export const sessionEnded = new EventTarget()

/** Every call of the product, typed by the contracts. */
export const api: ContractRouterClient<typeof contract> = createORPCClient(
  new RPCLink({
    url: () => `${window.location.origin}/rpc`,
    interceptors: [
      async ({ next }) => {
        try {
          return await next()
        } catch (error) {
          if (failureOf(error).code === 'auth/session-expired') sessionEnded.dispatchEvent(new Event('ended'))
          throw error
        }
      },
    ],
  }),
)
