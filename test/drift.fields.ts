import type * as z from 'zod/mini'
import { contract } from '#entrance/contract.ts'
import { bare, defOf, draws, type Draw } from './drift.draw.ts'
import { asking, columns, emptyIsNone, notStored, tables } from './drift.places.ts'

/** A field of a call that changes something: what it takes at its limits, and the column that keeps it; null where there is none. */
export type Field = { name: string; schema: z.core.$ZodType; draws: Draw[]; table: string; column: string | null }
/** The type of each column, by table and name. */
export type Columns = Map<string, Map<string, string>>
export type Input = { call: string; schema: z.core.$ZodType; isWhole: boolean }

type Procedure = { '~orpc': { route: { method?: string; successStatus?: number }; inputSchema?: z.core.$ZodType } }

/** What every call that changes something takes. `isWhole` where it makes or changes a record, and not some state of it alone. */
export function changingInputs(): Input[] {
  return Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, Procedure>).flatMap(([name, procedure]) => {
      const { route, inputSchema } = procedure['~orpc']
      if (route.method === 'GET' || !inputSchema || asking.has(`${group}.${name}`)) return []
      return [{ call: `${group}.${name}`, schema: inputSchema, isWhole: route.method === 'PATCH' || route.successStatus === 201 }]
    }),
  )
}

/** The longest name of a table's list that a field's name begins with. */
function tableOf(name: string): string {
  const parts = name.split('.')
  for (let length = parts.length; length > 0; length -= 1) {
    const table = tables[parts.slice(0, length).join('.')]
    if (table) return table
  }
  return parts[0] ?? ''
}

type Shape = Record<string, z.core.$ZodType>
/** The fields of an object, of each of some alternatives, or of each record of a list; none of any other schema. */
function shapesOf(schema: z.core.$ZodType): Shape[] {
  const inner = bare(schema)
  const { type, options = [], element, shape } = defOf(inner)
  if (type === 'object' && shape) return [shape]
  if (type === 'union') return options.flatMap(shapesOf)
  return type === 'array' && element ? shapesOf(element) : []
}

/** What identifies a record or says which version of it was seen. */
const seen = new Set(['id', 'version'])
const isId = ({ value }: Draw) => typeof value === 'string' && /^[0-9a-f]{8}-/.test(value)

function fieldsIn(prefix: string, schema: z.core.$ZodType, known: Columns, isWhole: boolean): Field[] {
  return shapesOf(schema).flatMap((shape) =>
    Object.entries(shape).flatMap(([key, field]): Field[] => {
      const name = `${prefix}.${key}`
      if (seen.has(key) || name in notStored || `*.${key}` in notStored) return []
      const [table = '', column = ''] = columns[name]?.split('.') ?? [tableOf(prefix), key]
      if (known.get(table)?.has(column)) {
        const drawn = draws(field).filter(({ value }) => value !== '' || !emptyIsNone.has(name))
        return [{ name, schema: field, draws: drawn, table, column }]
      }
      if (shapesOf(field).length > 0) return fieldsIn(name, field, known, isWhole)
      const drawn = draws(field)
      // What names another record or says yes or no has no limit; a call that acts on a record may take it and keep something else.
      const isPlain = drawn.every((draw) => isId(draw) || typeof draw.value === 'boolean')
      return isPlain && !isWhole ? [] : [{ name, schema: field, draws: drawn, table, column: null }]
    }),
  )
}

/** Every field that the inputs take, the same place of several calls once for each. */
export function fieldsOf(inputs: Input[], known: Columns): Field[] {
  return inputs.flatMap(({ call, schema, isWhole }) => fieldsIn(call, schema, known, isWhole))
}
