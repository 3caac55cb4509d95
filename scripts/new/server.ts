import type { Names } from './names.ts'

/** A room's server-side files, by path. The comments are those of the new files. */
export const serverFiles = ({ room, path, one, Type, words, oneWord, aOne }: Names, migration: string): Record<string, string> => ({
  [`src/db/migrations/${migration}-${room}.ts`]: `
import type { Migrator } from '../migrator.ts'

/** The ${words} of a business. */
export async function up({ run, tenantTable }: Migrator): Promise<void> {
  await tenantTable(
    '${room}',
    \`"id" uuid not null,
     "title" text not null constraint "${room}Title" check (char_length("title") between 2 and 50),
     "quantity" integer not null constraint "${room}Quantity" check ("quantity" between 1 and 100000),
     "state" text not null default 'active' constraint "${room}State" check ("state" in ('active','archived')),
     "archivedFrom" text,
     "createdAt" timestamptz not null,
     "updatedAt" timestamptz not null,
     "version" integer not null default 1,
     primary key ("vendorId", "id")\`,
  )
  await run(\`create index "${room}Newest" on "${room}" ("vendorId", "createdAt", "id")\`)
}
`,

  [`src/directory/${room}/${one}.contract.ts`]: `
import * as z from 'zod/mini'
import { entityCalls, listInput, record } from '#lib/calls.ts'
import { text, wholeNumber } from '#lib/fields.ts'

/** \`active ↔ archived\`. */
export const ${one}States = ['active', 'archived'] as const

/** What the form takes: a title of 2 to 50 characters and how many there are. */
export const ${one}Input = z.strictObject({
  title: text({
    required: '${room}.title.required',
    isName: true,
    min: 2,
    short: '${room}.title.length',
    max: 50,
    long: '${room}.title.length',
  }),
  quantity: wholeNumber({
    required: '${room}.quantity.required',
    number: '${room}.quantity.number',
    integer: '${room}.quantity.number',
    positive: '${room}.quantity.number',
    min: 1,
    max: 100_000,
  }),
})
export type ${Type}Input = z.output<typeof ${one}Input>

/** As it is stored and sent. */
export const ${one}Row = z.object({ ...record, title: z.string(), quantity: z.number(), state: z.enum(${one}States) })
export type ${Type} = z.output<typeof ${one}Row>

/** Filters, search (title) and sort keys of the list. */
export const ${one}List = listInput(['createdAt', 'title', 'quantity'], {
  state: z._default(z.enum(['current', ...${one}States], 'lib.fields.invalid'), 'current'),
})

export const ${one}Contract = entityCalls('/${path}', { fields: ${one}Input, row: ${one}Row, list: ${one}List })
`,

  [`src/directory/${room}/${one}.server.ts`]: `
import type { z } from 'zod/mini'
import type { Builder } from '#db/tenant.ts'
import { handlersOf } from '#kernel/base.ts'
import { entity, searchPattern } from '#kernel/entity.ts'
import { columnsOf, rowsAs } from '#kernel/rows.ts'
import { ${one}Contract, ${one}Input, ${one}Row, type ${Type}, type ${Type}Input, type ${one}List } from './${one}.contract.ts'

const os = handlersOf({ ${room}: ${one}Contract })

const select = (on: Builder, vendorId: string) =>
  rowsAs<${Type}>()(on.selectFrom('${room}').select(columnsOf('${room}', ${one}Row)).where('${room}.vendorId', '=', vendorId))

/** The ${words} of a business as rows. */
export const ${room} = entity<${Type}, ${Type}Input, z.output<typeof ${one}List>>({
  name: '${one}',
  table: '${room}',
  restored: 'active',
  fields: Object.keys(${one}Input.shape),
  constraints: {},
  select,
  narrow: (query, { search }) => (search.trim() ? query.where('${room}.title', 'ilike', searchPattern(search.trim())) : query),
  columns: async (input) => ({ ...input }),
})

export const ${one}Handlers = {
  list: os.${room}.list.handler(({ context, input }) => ${room}.list(context, input)),
  get: os.${room}.get.handler(({ context, input }) => ${room}.get(context, input.id)),
  create: os.${room}.create.handler(({ context, input }) => ${room}.create(context, input)),
  update: os.${room}.update.handler(({ context, input }) => ${room}.update(context, input)),
  archive: os.${room}.archive.handler(({ context, input }) => ${room}.archive(context, input)),
  restore: os.${room}.restore.handler(({ context, input }) => ${room}.restore(context, input)),
}
`,

  [`src/directory/${room}/${one}.sample.ts`]: `
/** What ${aOne === words ? `new ${words}` : `a new ${oneWord}`} takes. */
export const ${one}Sample = { title: 'North store', quantity: 24 }
`,

  [`src/directory/${room}/${one}.test.ts`]: `
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { refusal, seen } from '../../../test/floor.ts'
import { ${one}Sample } from './${one}.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('${room}: what was entered is stored, found by its title, archived and restored', async () => {
  const { calls } = await app.owner()
  const created = await calls.${room}.create(${one}Sample)
  expect(await calls.${room}.get({ id: created.id })).toMatchObject({ ...${one}Sample, state: 'active', version: 1 })
  await calls.${room}.update({ ...seen(created), quantity: 7 })
  await calls.${room}.create({ title: 'South store', quantity: 2 })
  const titles = async (input: object) => (await calls.${room}.list(input)).rows.map(({ title }) => title)
  expect(await titles({ sort: 'quantity', direction: 'asc' })).toEqual(['South store', ${one}Sample.title])
  expect(await titles({ search: ' SOUTH ' })).toEqual(['South store'])
  expect(await titles({ search: 's_uth' })).toEqual([])
  const archived = await calls.${room}.archive({ id: created.id, version: 2 })
  expect(await titles({})).toEqual(['South store'])
  expect(await titles({ state: 'archived' })).toEqual([${one}Sample.title])
  expect(await calls.${room}.restore(seen(archived))).toMatchObject({ quantity: 7, state: 'active', version: 4 })
})

test('${room}: what the form refuses is refused by its field', async () => {
  const { calls } = await app.owner()
  const said = (change: object) => refusal(calls.${room}.create({ ...${one}Sample, ...change }))
  expect(await said({ title: 'x' })).toBe('${room}.title.length')
  expect(await said({ title: 'x'.repeat(51) })).toBe('${room}.title.length')
  expect(await said({ quantity: 0 })).toBe('${room}.quantity.number')
  expect(await said({})).toBe('accepted')
})
`,
})
