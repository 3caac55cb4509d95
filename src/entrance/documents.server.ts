import { ORPCError } from '@orpc/server'
import * as z from 'zod/mini'
import type { Database } from '#db/open.ts'
import { tenant, type Trx } from '#db/tenant.ts'
import { batchInput, batchRules } from '#timetable/batches/batch.contract.ts'
import { batches } from '#timetable/batches/batch.row.server.ts'
import { changeBatch } from '#money/effects/effect.batches.server.ts'
import { hallInput } from '#directory/halls/hall.contract.ts'
import { halls } from '#directory/halls/hall.server.ts'
import { serviceInput, serviceType } from '#directory/services/service.contract.ts'
import { services } from '#directory/services/service.server.ts'
import { instant } from '#kernel/app.ts'
import { readMerchant, readVendor, saveProfile } from '#insight/home/profile.server.ts'
import { country, vendorCountry, vendorInput } from '#business/setup/vendor.contract.ts'
import { trainerForm, trainerInput } from '#directory/trainers/trainer.contract.ts'
import { trainers } from '#directory/trainers/trainer.server.ts'
import { fieldsOf, keysOf } from '#lib/choices.ts'
import { changeable } from '#lib/calls.ts'
import { withRules, type Rule } from '#lib/fields.ts'
import { type Call, handlersOf, memberOf } from '#kernel/base.ts'
import { answerFor, failure, parsed } from '#kernel/failure.ts'
import { documentContract } from '#kernel/document.contract.ts'

const os = handlersOf({ documents: documentContract })

type Row = Record<string, unknown>

/** The operations that the generic helper supports for a collection; a missing one is refused. */
type Collection = {
  read(call: Call, id: string): Promise<Row | null>
  list(call: Call): Promise<Row[]>
  create?(call: Call, id: string | undefined, data: Row): Promise<Row>
  update?(call: Call, id: string, data: Row): Promise<Row>
}

const notFound = () => failure('document/not-found')

type Handlers = {
  get(call: Call, id: string): Promise<Row & { version: number }>
  list(call: Call, input: object): Promise<{ rows: Row[]; total: number }>
  create(call: Call, input: object): Promise<Row>
  update(call: Call, input: object): Promise<Row>
}

/** Rows per page when the helper reads an entire collection. */
const pageOfAll = 1000

/** Writes with the record's current version, and retries if another write came first. */
async function merge(read: () => Promise<{ version: number }>, write: (version: number) => Promise<Row>): Promise<Row> {
  for (let attempt = 1; ; attempt++) {
    const { version } = await read()
    try {
      return await write(version)
    } catch (error) {
      if (!(error instanceof ORPCError) || error.code !== 'request/stale' || attempt === 100) throw error
    }
  }
}

/** An entity as a collection: create takes its form, update the changed fields. */
function entityCollection<Input extends z.ZodMiniObject<Fields, z.core.$strict>, Fields extends Record<string, z.core.$ZodType>>(
  handlers: Handlers,
  input: Input,
  form: z.ZodMiniType = input,
): Collection {
  const change = z.strictObject(changeable(input.shape))
  return {
    read: (call, id) =>
      handlers.get(call, id).catch((error: unknown) => {
        if (error instanceof ORPCError && error.code === 'document/not-found') return null
        throw error
      }),
    async list(call) {
      const rows: Row[] = []
      for (let page = 1; ; page++) {
        const found = await handlers.list(call, {
          search: '',
          page,
          size: pageOfAll,
          sort: 'createdAt',
          direction: 'desc',
          state: 'current',
        })
        rows.push(...found.rows)
        if (found.rows.length < pageOfAll) return rows
      }
    },
    async create(call, id, data) {
      try {
        return await handlers.create(call, { ...fieldsOf(parsed(form, data)), ...(id ? { id } : {}) })
      } catch (error) {
        throw error instanceof ORPCError && error.code === 'request/reused' ? failure('document/exists') : error
      }
    },
    update(call, id, data) {
      const named = parsed(change, data)
      return merge(
        () => handlers.get(call, id),
        (version) => handlers.update(call, { ...named, id, version }),
      )
    },
  }
}

const inTenant = <T>(call: Call, work: (trx: Trx, vendorId: string) => Promise<T>) =>
  tenant(call.app.db, memberOf(call).vendorId, (trx) => work(trx, memberOf(call).vendorId))

/** A table that is the same for every business. */
function reference(rows: (kysely: Database['kysely']) => Promise<Row[]>): Collection {
  const list = ({ app }: Call) => rows(app.db.kysely)
  return { list, read: async (call, id) => (await list(call)).find((row) => row['id'] === id) ?? null }
}

/** The vendor's own profile at its own path; any other path or id reads as missing. */
function vendorsAt(code: string): Collection {
  const own = (call: Call) => inTenant(call, readVendor).then((vendor) => (vendor?.countryISOCode === code ? vendor : null))
  return {
    read: async (call, id) => (id === memberOf(call).vendorId ? own(call) : null),
    list: async (call) => own(call).then((vendor) => (vendor ? [vendor] : [])),
    update(call, id, data) {
      const named = parsed(z.strictObject({ ...changeable(vendorInput.shape), ...vendorCountry }), data)
      return merge(
        async () => {
          const before = id === memberOf(call).vendorId ? await own(call) : null
          if (!before) throw notFound()
          return before
        },
        (version) => saveProfile(call, { ...named, version }),
      )
    },
  }
}

const merchants: Collection = {
  read: (call, id) =>
    inTenant(call, async (trx, vendorId) =>
      id === vendorId || id === memberOf(call).userId ? readMerchant(trx, vendorId, instant(call.app)) : null,
    ),
  list: (call) => inTenant(call, async (trx, vendorId) => [await readMerchant(trx, vendorId, instant(call.app))]),
}

/** The batch calls with the defaults of the generic helper. */
const batchHandlers = {
  ...batches,
  update: (call: Call, input: Parameters<typeof batches.update>[1]) => changeBatch(call, { ...input, places: 'leave', tell: true }),
}

const collections: Record<string, Collection> = {
  merchants,
  countries: reference((kysely) => kysely.selectFrom('countries').select(keysOf(country.shape)).orderBy('id').execute()),
  serviceTypes: reference((kysely) => kysely.selectFrom('serviceTypes').select(keysOf(serviceType.shape)).orderBy('id').execute()),
  services: entityCollection(services, serviceInput),
  halls: entityCollection(halls, hallInput),
  trainers: entityCollection(trainers, trainerInput, trainerForm),
  batches: entityCollection(batchHandlers, batchInput, withRules(batchInput, batchRules as Rule<z.output<typeof batchInput>>[])),
}

/** The allow-list; any other name is a document that does not exist. */
function collectionOf(name: string): Collection {
  const [, code] = /^countries\/([A-Z]{2})\/vendors$/.exec(name) ?? []
  const found = code ? vendorsAt(code) : Object.hasOwn(collections, name) ? collections[name] : undefined
  if (!found) throw notFound()
  return found
}

/** The first field error's message, or that of the code (spec 8: success false carries the error's message). */
function messageOf(error: unknown): string {
  const { error: answer } = answerFor(error)
  // A missing session, a rate limit, a server error or an expired trial is not an answer about a document.
  if (answer.status >= 500 || answer.status === 401 || answer.status === 429 || answer.code === 'plan/trial-expired') throw answer
  const data: { issues?: { message: string }[] } = answer.data ?? {}
  return data.issues?.[0]?.message ?? answer.message
}

const isUuidOr = (name: string, id: string) =>
  !['services', 'halls', 'trainers', 'batches'].includes(name) || /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)

async function readOne(call: Call, name: string, id: string): Promise<{ result: boolean; data?: Row }> {
  try {
    const data = isUuidOr(name, id) ? await collectionOf(name).read(call, id) : null
    return data ? { result: true, data } : { result: false }
  } catch (error) {
    messageOf(error)
    return { result: false }
  }
}

async function write(work: () => Promise<Row>): Promise<{ success: boolean; message?: string; data?: Row }> {
  try {
    return { success: true, data: await work() }
  } catch (error) {
    return { success: false, message: messageOf(error) }
  }
}

async function rows(work: () => Promise<Row[]>): Promise<{ success: boolean; message?: string; data: Row[] }> {
  try {
    return { success: true, data: await work() }
  } catch (error) {
    return { success: false, message: messageOf(error), data: [] }
  }
}

/** The generic helper operations of spec 7, with the results and messages of spec 8. */
export const documentHandlers = {
  get: os.documents.get.handler(({ context, input }) => readOne(context, input.collection, input.id)),
  resolve: os.documents.resolve.handler(({ context, input }) => {
    const at = input.reference.lastIndexOf('/')
    return readOne(context, input.reference.slice(0, Math.max(at, 0)), input.reference.slice(at + 1))
  }),
  list: os.documents.list.handler(({ context, input }) => rows(() => collectionOf(input.collection).list(context))),
  where: os.documents.where.handler(({ context, input }) =>
    rows(async () => {
      const found = (await collectionOf(input.collection).list(context)).filter(
        (row) =>
          JSON.stringify(row[input.field]) === JSON.stringify(input.value) ||
          // The address only carries text, so numbers and booleans match by their text form.
          (['number', 'boolean'].includes(typeof row[input.field]) && String(row[input.field]) === input.value),
      )
      if (found.length === 0) throw notFound()
      return found
    }),
  ),
  create: os.documents.create.handler(({ context, input }) =>
    write(() => {
      const { create } = collectionOf(input.collection)
      if (!create || (input.id !== undefined && !isUuidOr(input.collection, input.id))) throw failure('auth/operation-not-allowed')
      return create(context, input.id, input.data)
    }),
  ),
  update: os.documents.update.handler(({ context, input }) =>
    write(() => {
      const { update } = collectionOf(input.collection)
      if (!update) throw failure('auth/operation-not-allowed')
      if (!isUuidOr(input.collection, input.id)) throw notFound()
      return update(context, input.id, input.data)
    }),
  ),
}
