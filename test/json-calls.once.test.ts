import { isContractProcedure } from '@orpc/contract'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '#entrance/contract.ts'
import { beyondJson } from '#web/server-calls.ts'

/** What JSON can't carry as it is, and what is no schema of values at all, such as a stream. */
const beyond = ['file', 'date', 'bigint', 'map', 'set', 'nan', 'symbol', 'stream']

/** The types of a schema and of everything in it. */
function typesIn(schema: unknown, seen = new Set<unknown>()): string[] {
  if (schema === undefined || seen.has(schema)) return []
  seen.add(schema)
  if (!(schema instanceof z.core.$ZodType)) return ['stream']
  const { type, ...parts } = schema._zod.def as { type: string; shape?: object; getter?: () => unknown }
  const inner = [...Object.values(parts), ...Object.values(parts.shape ?? {}), parts.getter?.()].flat()
  return [type, ...inner.filter((part) => part instanceof z.core.$ZodType).flatMap((part) => typesIn(part, seen))]
}

/** The calls whose input or answer is more than JSON. */
const callsBeyond = (node: object, path: string[] = []): string[] =>
  Object.entries(node).flatMap(([key, value]: [string, object]) => {
    if (!isContractProcedure(value)) return callsBeyond(value, [...path, key])
    const { inputSchema, outputSchema } = value['~orpc']
    const types = [...typesIn(inputSchema), ...typesIn(outputSchema)]
    return types.some((type) => beyond.includes(type)) ? [[...path, key].join('.')] : []
  })

test('the screens send and read every call as JSON, except those that the library’s own client makes', () => {
  expect(callsBeyond(contract).toSorted()).toEqual(beyondJson.toSorted())
})

test('a date deep in an answer is found', () => {
  expect(typesIn(z.object({ rows: z.array(z.nullable(z.object({ at: z.date() }))) }))).toContain('date')
})
