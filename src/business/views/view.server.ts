import { audit } from '#kernel/audit.ts'
import { handlersOf, memberOf, type Call } from '#kernel/base.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { inTenant, type TenantContext } from '#kernel/context.ts'
import { viewContract, viewLimit, viewLimitOfAll, type ListCall, type ViewInput } from './view.contract.ts'

const os = handlersOf({ views: viewContract })

/** The member's own views, oldest first. */
function readViews({ trx, call, vendorId }: TenantContext) {
  return trx
    .selectFrom('listViews')
    .select(['list', 'name', 'query'])
    .where('vendorId', '=', vendorId)
    .where('userId', '=', memberOf(call).userId)
    .orderBy('createdAt')
    .orderBy('list')
    .orderBy('name')
    .execute()
}

/** Counts by each list's own call, one after the other: several at once would keep other members' calls waiting. */
async function countViews(call: Call, views: readonly ListCall[]) {
  const counts = []
  for (const { call: name, input } of views) counts.push(await call.app.modules.countRows(call, name, input))
  return counts
}

/** Stores a view under its name. @throws request/invalid at `name` beyond `viewLimit` views of the list, or `viewLimitOfAll` */
async function saveView(ctx: TenantContext, { list, name, query }: ViewInput) {
  const { trx, call, vendorId, now } = ctx
  const { userId } = memberOf(call)
  // One at a time, or two saved at once would pass the limit.
  await trx.selectFrom('members').select('userId').where('vendorId', '=', vendorId).where('userId', '=', userId).forUpdate().execute()
  const all = await readViews(ctx)
  const own = all.filter((view) => view.list === list)
  const before = own.find((view) => view.name === name)
  if (before?.query === query) return all
  if (!before && own.length >= viewLimit) throw fieldFailure('name', 'views.name.full')
  if (!before && all.length >= viewLimitOfAll) throw fieldFailure('name', 'views.name.fullOfAll')
  await trx
    .insertInto('listViews')
    .values({ vendorId, userId, list, name, query, createdAt: now })
    .onConflict((conflict) => conflict.columns(['vendorId', 'userId', 'list', 'name']).doUpdateSet({ query }))
    .execute()
  await audit(trx, call, { action: 'save', entity: 'listView', target: userId, after: { list } })
  return readViews(ctx)
}

/** Deletes a view of the member. @throws document/not-found where there is none of this name */
async function removeView(ctx: TenantContext, { list, name }: Pick<ViewInput, 'list' | 'name'>) {
  const { trx, call, vendorId } = ctx
  const { userId } = memberOf(call)
  const before = await trx
    .deleteFrom('listViews')
    .where('vendorId', '=', vendorId)
    .where('userId', '=', userId)
    .where('list', '=', list)
    .where('name', '=', name)
    .returning('list')
    .executeTakeFirst()
  if (!before) throw failure('document/not-found')
  await audit(trx, call, { action: 'remove', entity: 'listView', target: userId, before: { list } })
  return readViews(ctx)
}

export const viewHandlers = {
  list: os.views.list.handler(inTenant((ctx) => readViews(ctx))),
  counts: os.views.counts.handler(({ context: call, input }) => countViews(call, input.views)),
  save: os.views.save.handler(inTenant(saveView)),
  remove: os.views.remove.handler(inTenant(removeView)),
}
