import { ORPCError } from '@orpc/client'
import type { Conflict } from '#lib/conflicts.ts'
import { failureCodeOf, type FailureCode, type Issue } from '#lib/failures.ts'

/** A failed call as screens use it: the catalogue's code, the refused fields, and the sessions that stand in the way. */
export type CallFailure = { code: FailureCode; status: number; issues: Issue[]; current: unknown; conflicts: Conflict[] }

/** What a rejected call means; an unreachable server is `server/unavailable`. */
export function failureOf(error: unknown): CallFailure {
  if (error instanceof ORPCError) {
    const data = (error.data ?? {}) as { issues?: Issue[]; current?: unknown; conflicts?: Conflict[] }
    return {
      code: failureCodeOf(error.code),
      status: error.status,
      issues: data.issues ?? [],
      current: data.current ?? null,
      conflicts: data.conflicts ?? [],
    }
  }
  return { code: error instanceof TypeError ? 'server/unavailable' : 'server/error', status: 0, issues: [], current: null, conflicts: [] }
}

/** Whether a call met no answer of the catalogue, so that asking again may help. */
export function isOutage(error: unknown): boolean {
  const { status } = failureOf(error)
  return status === 0 || status >= 500
}
