import { call as answerOf, getRouter, isProcedure } from '@orpc/server'
import { fieldsOf, hasKey } from '#lib/choices.ts'
import type { Call } from '#kernel/base.ts'
import { answerFor } from '#kernel/failure.ts'
import type { Counted } from '#kernel/modules.ts'
import { policies } from './policy.ts'
import { router } from './router.ts'

/**
 * How many rows a list has, by its own call for a single row: it applies the member's rights and counts as its list does.
 * @returns null for what the member may not see, for an input that the list refuses, and for any other call than a cheap list's
 */
export async function countRows(call: Call, list: string, input: Readonly<Record<string, unknown>>): Promise<Counted | null> {
  const path = list.split('.')
  const procedure = getRouter(router, path)
  if (!isProcedure(procedure) || !hasKey(policies, list) || policies[list].writes !== 'nothing' || policies[list].costly) return null
  try {
    const { total, totalIsCapped } = fieldsOf(await answerOf(procedure, { ...input, page: 1, size: 1 }, { context: call, path }))
    return typeof total === 'number' && typeof totalIsCapped === 'boolean' ? { total, totalIsCapped } : null
  } catch (fault) {
    const { error, unexpected } = answerFor(fault)
    if (unexpected || error.status >= 500) throw fault
    return null
  }
}
