import { handlersOf } from '#kernel/base.ts'
import { inTenant } from '#kernel/context.ts'
import { listTags, merge, readDuplicates } from './customer.actions.server.ts'
import { customers } from './customer.row.server.ts'
import { customerContract } from './customer.contract.ts'
import { readFamily } from './family.server.ts'
import { tagSeveral } from './tags.server.ts'

const os = handlersOf({ customers: customerContract })

export const customerHandlers = {
  list: os.customers.list.handler(({ context, input }) => customers.list(context, input)),
  get: os.customers.get.handler(({ context, input }) => customers.get(context, input.id)),
  create: os.customers.create.handler(({ context, input }) => customers.create(context, input)),
  update: os.customers.update.handler(({ context, input }) => customers.update(context, input)),
  archive: os.customers.archive.handler(({ context, input }) => customers.archive(context, input)),
  restore: os.customers.restore.handler(({ context, input }) => customers.restore(context, input)),
  tags: os.customers.tags.handler(({ context }) => listTags(context)),
  tagSeveral: os.customers.tagSeveral.handler(inTenant(tagSeveral)),
  duplicates: os.customers.duplicates.handler(async ({ context, input }) => readDuplicates(context, input.id)),
  family: os.customers.family.handler(inTenant(readFamily)),
  merge: os.customers.merge.handler(({ context, input }) => merge(context, input)),
}
