import * as z from 'zod/mini'
import { contract } from '#entrance/contract.ts'
import { roles } from '#lib/roles.ts'
import { bare, defOf, draws, takes, type Draw } from './drift.draw.ts'
import { places as known, type Places } from './drift.places.ts'

/** A field of a changing call: the values at its limits, and the column that stores it, or null if there is none. */
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

/**
 * The inputs of every changing call. `isWhole` if it creates or updates a full
 * record rather than one state of it; `isNew` if it creates one.
 */
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

/** Every value that a member's role may have; no call assigns the owner's. */
export const roleInput = (words: readonly string[] = roles): Input => ({
  call: 'members.add',
  schema: z.strictObject({ role: z.enum(words) }),
  isWhole: true,
  isNew: true,
})

/** The longest name in the list of tables that is a prefix of a field's name. */
function tableOf(name: string, tables: Places['tables']): string {
  const parts = name.split('.')
  for (let length = parts.length; length > 0; length -= 1) {
    const table = tables[parts.slice(0, length).join('.')]
    if (table) return table
  }
  return parts[0] ?? ''
}

type Shape = Record<string, z.core.$ZodType>
/** The fields of an object, of each alternative, or of each record in a list; none for any other schema. */
function shapesOf(schema: z.core.$ZodType): Shape[] {
  const inner = bare(schema)
  const { type, options = [], element, shape } = defOf(inner)
  if (type === 'object' && shape) return [shape]
  if (type === 'union') return options.flatMap(shapesOf)
  return type === 'array' && element ? shapesOf(element) : []
}

/** Fields that identify a record or the version that was read. */
const seen = new Set(['id', 'version'])
const isId = ({ value }: Draw) => typeof value === 'string' && /^[0-9a-f]{8}-/.test(value)

type Inside = { columns: Columns; places: Places; isWhole: boolean; isNew: boolean }

function fieldsIn(prefix: string, schema: z.core.$ZodType, inside: Inside): Field[] {
  const { columns, places, isWhole, isNew } = inside
  return shapesOf(schema).flatMap((shape) =>
    Object.entries(shape).flatMap(([key, field]): Field[] => {
      const name = `${prefix}.${key}`
      if (seen.has(key) || name in places.notStored || `*.${key}` in places.notStored) return []
      // A list of records has a separate table, even if a column has the same name.
      if (name in places.tables && shapesOf(field).length > 0) return fieldsIn(name, field, inside)
      const [table = '', column = ''] = places.columns[name]?.split('.') ?? [tableOf(prefix, places.tables), key]
      if (columns.get(table)?.has(column)) {
        const drawn = draws(field).filter(({ value }) => value !== '' || !(name in places.emptyIsNone))
        return [{ name, schema: field, draws: drawn, table, column, isWhole, isNew }]
      }
      if (shapesOf(field).length > 0) return fieldsIn(name, field, inside)
      const drawn = draws(field)
      // References and booleans have no limit; a call that acts on a record may accept one and store something else.
      const isPlain = drawn.every((draw) => isId(draw) || typeof draw.value === 'boolean')
      return isPlain && !isWhole ? [] : [{ name, schema: field, draws: drawn, table, column: null, isWhole, isNew }]
    }),
  )
}

/** Every field of the inputs; a column that several calls write is listed once per call. */
export function fieldsOf(inputs: Input[], columns: Columns, places: Places = known): Field[] {
  return inputs.flatMap(({ call, schema, isWhole, isNew }) => fieldsIn(call, schema, { columns, places, isWhole, isNew }))
}

/** Whether a field is required and may not be null. */
export const isRequired = ({ schema }: Field) => !takes(schema, undefined) && !takes(schema, null)
