import type { Trx } from '#db/tenant.ts'
import type { App } from './app.ts'

/** Where a question is asked: in one transaction of the vendor. */
export type Asking = { trx: Trx; call: { app: App }; vendorId: string }

/** Carries the types of a question, and is no property of any object. */
declare const types: unique symbol

/** A question of a room to the rooms above it: `Q` is what it asks, `A` what each of them answers. */
export type Guard<Q, A> = { readonly name: string; readonly [types]?: (question: Q) => A }

/** How a room above answers a guard. */
type AnswerTo<Q, A> = { guard: Guard<Q, A>; by: (asking: Asking, question: Q) => Promise<A> }

/** A question among others, as the list of modules has it. */
export type Question = Guard<never, unknown>

/** An answer among those of other guards, as the list of modules has it. */
export type Answer = AnswerTo<never, unknown>

/** Declares a question. @param name what is to be done, such as `hall.archive` */
export const guard = <Q, A = void>(name: string): Guard<Q, A> => ({ name })

/** An answer for the list of modules. What `by` throws refuses what is to be done. */
export const answer = <Q, A>(to: Guard<Q, A>, by: (asking: Asking, question: Q) => Promise<A>): Answer => ({ guard: to, by })

const answersTo = <Q, A>({ call }: Asking, asked: Guard<Q, A>): AnswerTo<Q, A>[] =>
  call.app.modules.answers.filter((given): given is AnswerTo<Q, A> => given.guard === asked)

/**
 * Asks the rooms above, one after the other in the order of the list of modules, inside the transaction.
 * @returns their answers; none where no room answers
 * @throws what a room refuses with: those after it are not asked
 */
export async function ask<Q, A>(asking: Asking, asked: Guard<Q, A>, question: Q): Promise<A[]> {
  const given: A[] = []
  for (const { by } of answersTo(asking, asked)) given.push(await by(asking, question))
  return given
}

/** Whether a room above says yes: those after it are not asked. */
export async function askAny<Q>(asking: Asking, asked: Guard<Q, boolean>, question: Q): Promise<boolean> {
  for (const { by } of answersTo(asking, asked)) if (await by(asking, question)) return true
  return false
}

/** Asks what one room above knows. @throws where none answers, or several do */
export async function askOne<Q, A>(asking: Asking, asked: Guard<Q, A>, question: Q): Promise<A> {
  const [only, ...others] = await ask(asking, asked, question)
  if (only === undefined || others.length > 0) throw new Error(`${asked.name} needs one room that answers`)
  return only
}

/** Refuses a product in which no one answers a question, since what no one refuses is permitted. @throws an Error that names them */
export function requireAnswers({ guards, answers }: { guards: readonly Question[]; answers: readonly Answer[] }): void {
  const open = guards.filter((one) => !answers.some((given) => given.guard === one)).map(({ name }) => name)
  if (open.length > 0) throw new Error(`Touchline does not start: no room answers ${open.join(', ')} (src/entrance/modules.server.ts)`)
}
