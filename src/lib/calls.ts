import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { id, withRulesOf, searchLimit, type Rule } from './fields.ts'

/** The fields that every stored record has in addition to its own (spec 3). Instants are ISO 8601, UTC. */
export const record = {
  id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number(),
}

type Shape = Record<string, z.core.$ZodType>

type Sent<Field> = Field extends z.ZodMiniDefault<infer Inner> ? Inner : Field

/** The fields of a create, each optional and without its default: a field that a change does not name stays as it is. */
export function changeable<Fields extends Shape>(fields: Fields) {
  const sent = Object.entries(fields).map(([name, field]) => [
    name,
    z.optional(field instanceof z.ZodMiniDefault ? (field.def.innerType as z.core.$ZodType) : field),
  ])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets the names
  return Object.fromEntries(sent) as { [Name in keyof Fields]: z.ZodMiniOptional<Sent<Fields[Name]>> }
}

/** The input of a change: the record's fields, each optional and without its default, and the version that it saw. */
export const changeOf = <Fields extends Shape>({ shape }: z.ZodMiniObject<Fields, z.core.$strict>) =>
  z.strictObject({ ...changeable(shape), ...versioned })

/** The maximum number of rows per page. */
export const pageLimit = 100

/**
 * The input of a list: search (≤ 40 characters), page (from 1), size, sort key, direction, and
 * the entity's own filters. Unknown keys are refused, so a hidden column can't be queried.
 */
export function listInput<const Sorts extends readonly [string, ...string[]], Filters extends Shape>(sorts: Sorts, filters: Filters) {
  return z.strictObject({
    search: z._default(
      z.string().check(z.maxLength(searchLimit, 'lib.fields.invalid'), z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'lib.fields.invalid')),
      '',
    ),
    page: z._default(z.int('lib.fields.invalid').check(z.gte(1, 'lib.fields.invalid'), z.lte(100_000, 'lib.fields.invalid')), 1),
    size: z._default(z.int('lib.fields.invalid').check(z.gte(1, 'lib.fields.invalid'), z.lte(pageLimit, 'lib.fields.invalid')), 20),
    sort: z._default(z.enum(sorts, 'lib.fields.invalid'), sorts[0]),
    direction: z._default(z.enum(['asc', 'desc'], 'lib.fields.invalid'), 'desc'),
    ...filters,
  })
}

/** One page of rows, and how many rows match the filters; counting stops at 10,000 (`totalIsCapped`). */
export function listOutput<Row extends z.core.$ZodType>(row: Row) {
  return z.object({ rows: z.array(row), total: z.number(), totalIsCapped: z.boolean() })
}

/** An update or a state change names the version it saw; a different one is answered with `request/stale`. */
export const versioned = {
  id: id(),
  version: z.int('lib.fields.invalid').check(z.gte(1, 'lib.fields.invalid'), z.lte(2_000_000_000, 'lib.fields.invalid')),
}
/** The record and version that an action refers to. */
export type Seen = { id: string; version: number }

/**
 * The six calls that every archivable entity has. A create may bring its own id, so a retry
 * is answered with the row that the first attempt created. An update changes the fields that it
 * names and leaves the others; the server checks the rules on the whole record.
 * @param path the path segment, such as `/halls`
 * @param entity input fields, the row schema, and the list's input
 */
export function entityCalls<Fields extends Shape, Row extends z.core.$ZodType, List extends z.core.$ZodType>(
  path: `/${string}`,
  entity: {
    fields: z.ZodMiniObject<Fields, z.core.$strict>
    row: Row
    list: List
    rules?: readonly Rule<z.output<z.ZodMiniObject<Fields, z.core.$strict>>>[]
  },
) {
  const own = z.strictObject({ ...entity.fields.shape, id: z.optional(id()) })
  // In addition to the fields that they check, the rules see `id`, which they ignore.
  const create = withRulesOf(own, entity.rules ?? [])
  return {
    list: oc.route({ method: 'GET', path }).input(entity.list).output(listOutput(entity.row)),
    get: oc
      .route({ method: 'GET', path: `${path}/{id}` })
      .input(z.strictObject({ id: id() }))
      .output(entity.row),
    create: oc.route({ method: 'POST', path, successStatus: 201 }).input(create).output(entity.row),
    update: oc
      .route({ method: 'PATCH', path: `${path}/{id}` })
      .input(changeOf(entity.fields))
      .output(entity.row),
    archive: oc
      .route({ method: 'POST', path: `${path}/{id}/archive` })
      .input(z.strictObject(versioned))
      .output(entity.row),
    restore: oc
      .route({ method: 'POST', path: `${path}/{id}/restore` })
      .input(z.strictObject(versioned))
      .output(entity.row),
  }
}
