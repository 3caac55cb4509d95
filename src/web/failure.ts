import { ORPCError } from '@orpc/client'
import type { Conflict } from '#lib/conflicts.ts'
import { failureCodeOf, type FailureCode, type Issue } from '#lib/failures.ts'

/** A failed call as screens use it: the catalogue's code, the refused fields, and the sessions that stand in the way. */
export type CallFailure<Current = unknown> = {
  code: FailureCode
  status: number
  issues: Issue[]
  current: Current | null
  conflicts: Conflict[]
}

/**
 * What a rejected call means; an unreachable server is `server/unavailable`. `Current` is what the call's refusal shows as it is now,
 * such as the record that someone else changed.
 */
export function failureOf<Current = unknown>(error: unknown): CallFailure<Current> {
  if (error instanceof ORPCError) {
    const data: { issues?: Issue[]; current?: Current; conflicts?: Conflict[] } = error.data ?? {}
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
