import { fieldsOf } from '#lib/choices.ts'
import { caller } from './server-calls.ts'

/** A call by its name, such as `customers.list`, and its input. */
export type NamedCall = { call: string; input: Record<string, unknown> }

/**
 * The call that a function makes, which is not sent: for one that asks about calls instead of making them.
 * @param make makes the call at once, before it waits for anything
 * @returns null if it makes none, or several
 */
export function unsentCall(make: () => unknown): NamedCall | null {
  const calls: NamedCall[] = []
  const { by } = caller
  caller.by = {
    call: (path, input) => {
      calls.push({ call: path.join('.'), input: fieldsOf(input) })
      // Nothing waits for an answer.
      return new Promise<never>(() => {})
    },
  }
  try {
    make()
  } finally {
    caller.by = by
  }
  const [first, another] = calls
  return first && !another ? first : null
}
