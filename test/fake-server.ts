import { vi } from 'vitest'
import { failures, type FailureCode } from '#lib/failures.ts'

/** The outcome of a call: a success, a failure from the catalogue, or no server at all. */
export type Answer = 'ok' | 'gone' | FailureCode

/** Stands in for the server behind a screen's calls: returns the answers in order, then becomes unreachable. */
export function serverSays(...answers: Answer[]) {
  const calls: string[] = []
  const answer = ({ url }: Request) => {
    calls.push(new URL(url).pathname.replace('/rpc/', ''))
    const next = answers.shift() ?? 'gone'
    if (next === 'gone') return Promise.reject(new TypeError('Failed to fetch'))
    const status = next === 'ok' ? 200 : failures[next]
    const json = next === 'ok' ? {} : { defined: true, code: next, status, message: next }
    return Promise.resolve(Response.json({ json }, { status }))
  }
  vi.stubGlobal('fetch', answer)
  return calls
}
