import { ORPCError } from '@orpc/client'
import { fieldsOf } from '#lib/choices.ts'
import { failureCodeOf, type FailureCode, type Issue } from '#lib/failures.ts'

/**
 * A failed call as screens use it: the catalogue's code and the refused fields; where a screen needs them also the
 * current record, if someone else changed it, the conflicting sessions, and which of several places it
 * was about.
 */
export type CallFailure = { code: FailureCode; status: number; issues: Issue[]; current?: unknown; conflicts?: unknown; place?: unknown }

function isIssue(said: unknown): said is Issue {
  const { path, key } = fieldsOf(said)
  return Array.isArray(path) && typeof key === 'string'
}

/** Converts a rejected call's error; an unreachable server is `server/unavailable`. */
export function failureOf(error: unknown): CallFailure {
  if (error instanceof ORPCError) {
    const { issues, current, conflicts, place } = fieldsOf(error.data)
    return {
      code: failureCodeOf(error.code),
      status: error.status,
      issues: Array.isArray(issues) ? issues.filter(isIssue) : [],
      current,
      conflicts,
      place,
    }
  }
  return { code: error instanceof TypeError ? 'server/unavailable' : 'server/error', status: 0, issues: [] }
}

/** Whether a call failed without an answer of the catalogue, so that a retry may help. */
export function isOutage(error: unknown): boolean {
  const { status } = failureOf(error)
  return status === 0 || status >= 500
}
