import type { Trx } from '#db/tenant.ts'
import { seesCare } from '#directory/customers/customer.row.server.ts'
import { audit } from '#kernel/audit.ts'
import { type Call, handlersOf } from '#kernel/base.ts'
import { failure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { inTenant, type TenantContext } from '#kernel/context.ts'
import { limits, claimOrRefuse } from '#kernel/limits.ts'
import { archiveContract, archiveStates, type Archive } from './archive.contract.ts'

const os = handlersOf({ archives: archiveContract })

/** Whether the caller may read all of an archive that contains what only some roles may read of customers (decision 61). */
const mayCare = (call: Call) => seesCare(call) === 'everywhere'

/**
 * Archives as of an instant: one past its day counts as expired before it is swept.
 * @param isAll whether to list also those that not every role may open; one that is being made bars others and is always listed
 */
async function rowsOf(trx: Trx, vendorId: string, now: string, id?: string, isAll = true): Promise<Archive[]> {
  const rows = await trx
    .selectFrom('archives')
    .select(['id', 'state', 'createdAt', 'asOf', 'rows', 'bytes', 'expiresAt'])
    .where('vendorId', '=', vendorId)
    .$if(id !== undefined, (query) => query.where('id', '=', String(id)))
    .$if(!isAll, (query) => query.where((row) => row.or([row('hasCare', '=', false), row('state', '=', 'making')])))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(10)
    .execute()
  return rows.map((row) => {
    const isOver = row.state === 'ready' && String(row.expiresAt) <= now
    return { ...row, state: isOver ? 'expired' : (archiveStates.find((state) => state === row.state) ?? 'failed') }
  })
}

async function createArchive(
  { trx, call, vendorId, now }: TenantContext,
  { id = newId(call.app.now()) }: { id?: string | undefined },
): Promise<Archive> {
  // Two concurrent requests wait for each other here.
  await trx.selectFrom('merchants').select('vendorId').where('vendorId', '=', vendorId).forUpdate().executeTakeFirstOrThrow()
  const [same] = await rowsOf(trx, vendorId, now, id)
  if (same) return same
  const earlier = await rowsOf(trx, vendorId, now)
  if (earlier.some(({ state }) => state === 'making')) throw failure('archive/making')
  await claimOrRefuse(trx, call.app, [limits.archiveByVendor, vendorId])
  const { userId } = call.session ?? {}
  const row = { id, vendorId, askedBy: String(userId), hasCare: mayCare(call), state: 'making', createdAt: now } as const
  await trx.insertInto('archives').values(row).execute()
  await audit(trx, call, { action: 'export', entity: 'archive', target: id })
  return { id, state: 'making', createdAt: now, asOf: null, rows: null, bytes: null, expiresAt: null }
}

/** The file of a ready archive of the vendor, and its `asOf`. @throws document/not-found */
export async function readyArchive(
  { trx, call, vendorId, now }: TenantContext,
  { id }: { id: string },
): Promise<{ file: string; asOf: string }> {
  const row = await trx
    .selectFrom('archives')
    .select(['file', 'asOf'])
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .where('expiresAt', '>', now)
    .$if(!mayCare(call), (query) => query.where('hasCare', '=', false))
    .executeTakeFirst()
  if (!row?.file || !row.asOf) throw failure('document/not-found')
  return { file: row.file, asOf: row.asOf }
}

export const archiveHandlers = {
  list: os.archives.list.handler(inTenant(({ trx, call, vendorId, now }) => rowsOf(trx, vendorId, now, undefined, mayCare(call)))),
  begin: os.archives.begin.handler(async (options) => {
    const row = await inTenant(createArchive)(options)
    options.context.app.wake()
    return row
  }),
  open: os.archives.open.handler(
    inTenant(async (ctx, { id }: { id: string }) => {
      await readyArchive(ctx, { id })
      return { path: `/archives/${id}.zip` }
    }),
  ),
}
