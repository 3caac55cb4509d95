import type * as z from 'zod/mini'
import { ORPCError } from '@orpc/server'
import { fieldsOf } from '#lib/choices.ts'
import { constraintOf, errorCode, isFull, isUnavailable } from '#db/errors.ts'
import { failures, isFailureCode, type FailureCode, type Issue } from '#lib/failures.ts'
import en from '#lib/text.en.json' with { type: 'json' }
import { StoreAway } from './bucket.ts'
import { englishText } from './texts.ts'

/** The codes that need no more than their data. */
export type PlainCode = Exclude<FailureCode, 'auth/too-many-requests'>

function errorOf(code: FailureCode, data?: Record<string, unknown>): ORPCError<FailureCode, Record<string, unknown> | undefined> {
  return new ORPCError(code, {
    status: failures[code],
    message: en.failures[code],
    data,
    defined: true,
  })
}

/** The error that answers a call with a code of the catalogue, its HTTP status and its English message. */
export const failure = (code: PlainCode, data?: Record<string, unknown>) => errorOf(code, data)

/** Refuses a request that may be retried later. @param retryAfter the seconds until then, sent as Retry-After */
export const tooManyRequests = (retryAfter: number) => errorOf('auth/too-many-requests', { retryAfter: Math.max(1, Math.ceil(retryAfter)) })

/** The retry delay when a database or server can't answer now, in seconds. */
const busySeconds = 2

/** The seconds after which a refused call may be retried, for its Retry-After header; null where retrying does not help. */
export function retryAfterOf({ status, data }: ORPCError<string, unknown>): number | null {
  const said = typeof data === 'object' && data !== null && 'retryAfter' in data ? Number(data.retryAfter) : Number.NaN
  if (said > 0) return said
  return status === 503 ? busySeconds : null
}

/** `request/invalid` at one field of the input. */
export function fieldFailure(path: string | (string | number)[], key: string): ReturnType<typeof failure> {
  return invalid([{ path: typeof path === 'string' ? [path] : path, key, message: englishText(key) }])
}

/** `request/invalid` with each refused field, and additional data for the screen. */
export function invalid(issues: Issue[], more: Record<string, unknown> = {}): ReturnType<typeof failure> {
  return failure('request/invalid', { issues, ...more })
}

type ZodIssue = { path?: readonly PropertyKey[]; message: string; keys?: readonly string[] }

/** The issues of a failed schema in wire format; an unknown key is reported as a field of that name. */
export function issuesOf(issues: readonly ZodIssue[]): Issue[] {
  return issues.slice(0, 50).flatMap(({ path = [], message, keys }) => {
    const at = path.map((part) => (typeof part === 'number' ? part : String(part).slice(0, 60)))
    if (keys)
      return keys.slice(0, 10).map((key) => ({
        path: [...at, key.slice(0, 60)],
        key: 'lib.fields.unknown',
        message: englishText('lib.fields.unknown'),
      }))
    const key = /^[a-z][A-Za-z]*(?:\.[A-Za-z0-9]+)+$/.test(message) ? message : 'lib.fields.invalid'
    return [{ path: at, key, message: englishText(key) }]
  })
}

/** A schema's output. @throws request/invalid, like a call with that input */
export function parsed<Schema extends z.ZodMiniType>(schema: Schema, data: unknown): z.output<Schema> {
  const result = schema.safeParse(data)
  if (!result.success) throw invalid(issuesOf(result.error.issues as readonly ZodIssue[]))
  return result.data
}

/** The field or code that each violated constraint stands for. */
export type Constraints = Record<string, PlainCode | { field: string; key: string }>

/** Runs work and turns violations of the named constraints into their field errors or codes. */
export async function withConstraints<T>(constraints: Constraints, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const meaning = constraints[constraintOf(error) ?? '']
    if (meaning === undefined) throw error
    throw typeof meaning === 'string' ? failure(meaning) : fieldFailure(meaning.field, meaning.key)
  }
}

const isCallError = (error: unknown): error is ORPCError<string, unknown> => error instanceof ORPCError

/**
 * A refusal of one item in a list as the refusal of the call: what was refused of the item is reported at its path.
 * @param more what the screen needs to name the item
 * @returns any other error as it is
 */
export function refusalAt(error: unknown, path: Issue['path'], more: Record<string, unknown>): unknown {
  if (!isCallError(error) || !isFailureCode(error.code)) return error
  const data = fieldsOf(error.data)
  const at = { path: [...path] }
  const issues = Array.isArray(data['issues']) ? { issues: data['issues'].map((issue: unknown) => ({ ...fieldsOf(issue), ...at })) } : {}
  return errorOf(error.code, { ...data, ...issues, ...more })
}

/** Any error as an answer of the catalogue; `unexpected` is true when someone should look at it. */
export function answerFor(error: unknown): {
  error: ORPCError<string, unknown>
  unexpected: boolean
} {
  if (isCallError(error)) {
    if (isFailureCode(error.code)) return { error, unexpected: false }
    const { issues } = fieldsOf(error.cause)
    if (error.code === 'BAD_REQUEST' && Array.isArray(issues)) return { error: invalid(issuesOf(issues)), unexpected: false }
    if (error.status < 500)
      return {
        error: failure(error.status === 413 ? 'request/too-large' : error.status === 415 ? 'request/unsupported' : 'request/invalid', {
          issues: [],
        }),
        unexpected: false,
      }
  }
  if (error instanceof StoreAway) return { error: failure('image/unavailable'), unexpected: true }
  if (isFull(error)) return { error: failure('server/full'), unexpected: false }
  if (isUnavailable(error)) return { error: failure('server/unavailable'), unexpected: false }
  // 22xxx: a value that the database cannot store; the input was wrong, not the server.
  if (errorCode(error)?.startsWith('22')) return { error: failure('request/invalid', { issues: [] }), unexpected: true }
  return { error: failure('server/error'), unexpected: true }
}
