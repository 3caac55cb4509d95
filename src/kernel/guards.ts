import type { Trx } from '#db/tenant.ts'
import type { App } from './app.ts'

/** The context of a question: one transaction of the vendor. */
export type Asking = { trx: Trx; call: { app: App }; vendorId: string }

/** Carries a question's types; not a property of any object. */
declare const types: unique symbol

/** A question that a room asks the rooms above it: `Q` is the question, `A` the answer of each of them. */
export type Guard<Q, A> = { readonly name: string; readonly [types]?: (question: Q) => A }

/** A room's answer to a guard. */
type AnswerTo<Q, A> = { guard: Guard<Q, A>; by: (asking: Asking, question: Q) => Promise<A> }

/** A question among others, as listed in the list of modules. */
export type Question = Guard<never, unknown>

/** An answer among those to other guards, as listed in the list of modules. */
export type Answer = AnswerTo<never, unknown>

/** Declares a question. @param name the intended action, such as `hall.archive` */
export const guard = <Q, A = void>(name: string): Guard<Q, A> => ({ name })

/** An answer for the list of modules. An error from `by` refuses the intended action. */
export const answer = <Q, A>(to: Guard<Q, A>, by: (asking: Asking, question: Q) => Promise<A>): Answer => ({ guard: to, by })

const answersTo = <Q, A>({ call }: Asking, asked: Guard<Q, A>): AnswerTo<Q, A>[] =>
  call.app.modules.answers.filter((given): given is AnswerTo<Q, A> => given.guard === asked)

/**
 * Asks the rooms above, one after the other in the order of the list of modules, inside the transaction.
 * @returns their answers; empty if no room answers
 * @throws the error with which a room refuses: later rooms are not asked
 */
export async function ask<Q, A>(asking: Asking, asked: Guard<Q, A>, question: Q): Promise<A[]> {
  const given: A[] = []
  for (const { by } of answersTo(asking, asked)) given.push(await by(asking, question))
  return given
}

/** Whether a room above answers yes: later rooms are not asked. */
export async function askAny<Q>(asking: Asking, asked: Guard<Q, boolean>, question: Q): Promise<boolean> {
  for (const { by } of answersTo(asking, asked)) if (await by(asking, question)) return true
  return false
}

/** Asks a question that exactly one room above answers. @throws when none answers, or several do */
export async function askOne<Q, A>(asking: Asking, asked: Guard<Q, A>, question: Q): Promise<A> {
  const [only, ...others] = await ask(asking, asked, question)
  if (only === undefined || others.length > 0) throw new Error(`${asked.name} needs one room that answers`)
  return only
}

/** Requires an answer to each question, since an unanswered guard permits everything. @throws an Error that names the missing ones */
export function requireAnswers({ guards, answers }: { guards: readonly Question[]; answers: readonly Answer[] }): void {
  const open = guards.filter((one) => !answers.some((given) => given.guard === one)).map(({ name }) => name)
  if (open.length > 0) throw new Error(`Touchline does not start: no room answers ${open.join(', ')} (src/entrance/modules.server.ts)`)
}
