import { memberOf, os, type Call } from '#server/base.ts'
import { listTags, merge, readDuplicates, setBlocked } from './customer.actions.server.ts'
import type { Customer } from './customer.contract.ts'
import { beyondContact, customers } from './customer.row.server.ts'

/** A customer as the member's role may see it: the front desk the contact (product 4). */
export function forRole(call: Call, row: Customer): Customer {
  return memberOf(call).role === 'frontDesk' ? { ...row, ...beyondContact } : row
}

export const customerHandlers = {
  list: os.customers.list.handler(async ({ context, input }) => {
    const { rows, ...totals } = await customers.list(context, input)
    return { ...totals, rows: rows.map((row) => forRole(context, row)) }
  }),
  get: os.customers.get.handler(async ({ context, input }) => forRole(context, await customers.get(context, input.id))),
  create: os.customers.create.handler(async ({ context, input }) => forRole(context, await customers.create(context, input))),
  update: os.customers.update.handler(({ context, input }) => customers.update(context, input)),
  archive: os.customers.archive.handler(({ context, input }) => customers.archive(context, input)),
  restore: os.customers.restore.handler(({ context, input }) => customers.restore(context, input)),
  block: os.customers.block.handler(({ context, input }) => setBlocked(context, input, true)),
  unblock: os.customers.unblock.handler(({ context, input }) => setBlocked(context, input, false)),
  tags: os.customers.tags.handler(({ context }) => listTags(context)),
  duplicates: os.customers.duplicates.handler(async ({ context, input }) => readDuplicates(context, input.id)),
  merge: os.customers.merge.handler(({ context, input }) => merge(context, input)),
}
