import * as z from 'zod/mini'
import { contract } from '#entrance/contract.ts'
import { roles } from '#lib/roles.ts'
import { bare, defOf, draws, takes, type Draw } from './drift.draw.ts'
import { places as known, type Places } from './drift.places.ts'

/** A field of a call that changes something: what it takes at its limits, and the column that keeps it; null where there is none. */
export type Field = {
  name: string
  schema: z.core.$ZodType
  draws: Draw[]
  table: string
  column: string | null
  isWhole: boolean
  isNew: boolean
}
/** Each column by table and name: its type, and whether it is NOT NULL. */
export type Columns = Map<string, Map<string, { type: string; isFilled: boolean }>>
export type Input = { call: string; schema: z.core.$ZodType; isWhole: boolean; isNew: boolean }

type Procedure = { '~orpc': { route: { method?: string; successStatus?: number }; inputSchema?: z.core.$ZodType } }

/** What every call that changes something takes. `isWhole` where it makes or changes a record, and not some state of it alone; `isNew` where it makes one. */
export function changingInputs({ asking }: Places = known): Input[] {
  return Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, Procedure>).flatMap(([name, procedure]) => {
      const { route, inputSchema } = procedure['~orpc']
      if (route.method === 'GET' || !inputSchema || `${group}.${name}` in asking) return []
      const isNew = route.successStatus === 201
      return [{ call: `${group}.${name}`, schema: inputSchema, isWhole: route.method === 'PATCH' || isNew, isNew }]
    }),
  )
}

/** Every word that a member's role may be: the owner's no call gives. */
export const roleInput = (words: readonly string[] = roles): Input => ({
  call: 'members.add',
  schema: z.strictObject({ role: z.enum(words) }),
  isWhole: true,
  isNew: true,
})

/** The longest name of a table's list that a field's name begins with. */
function tableOf(name: string, tables: Places['tables']): string {
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

type Inside = { columns: Columns; places: Places; isWhole: boolean; isNew: boolean }

function fieldsIn(prefix: string, schema: z.core.$ZodType, inside: Inside): Field[] {
  const { columns, places, isWhole, isNew } = inside
  return shapesOf(schema).flatMap((shape) =>
    Object.entries(shape).flatMap(([key, field]): Field[] => {
      const name = `${prefix}.${key}`
      if (seen.has(key) || name in places.notStored || `*.${key}` in places.notStored) return []
      // A list of records has a table of its own, also where a column bears its name.
      if (name in places.tables && shapesOf(field).length > 0) return fieldsIn(name, field, inside)
      const [table = '', column = ''] = places.columns[name]?.split('.') ?? [tableOf(prefix, places.tables), key]
      if (columns.get(table)?.has(column)) {
        const drawn = draws(field).filter(({ value }) => value !== '' || !(name in places.emptyIsNone))
        return [{ name, schema: field, draws: drawn, table, column, isWhole, isNew }]
      }
      if (shapesOf(field).length > 0) return fieldsIn(name, field, inside)
      const drawn = draws(field)
      // What names another record or says yes or no has no limit; a call that acts on a record may take it and keep something else.
      const isPlain = drawn.every((draw) => isId(draw) || typeof draw.value === 'boolean')
      return isPlain && !isWhole ? [] : [{ name, schema: field, draws: drawn, table, column: null, isWhole, isNew }]
    }),
  )
}

/** Every field that the inputs take, the same place of several calls once for each. */
export function fieldsOf(inputs: Input[], columns: Columns, places: Places = known): Field[] {
  return inputs.flatMap(({ call, schema, isWhole, isNew }) => fieldsIn(call, schema, { columns, places, isWhole, isNew }))
}

/** Whether a field must be given, and be something. */
export const isRequired = ({ schema }: Field) => !takes(schema, undefined) && !takes(schema, null)
