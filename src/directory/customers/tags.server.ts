import { audit } from '#kernel/audit.ts'
import type { TenantContext } from '#kernel/context.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { customerInput, type TagInput } from './customer.contract.ts'

/**
 * Gives several customers a tag, or takes it off them.
 * @throws document/not-found if one is not the business's; customer/erased; request/invalid at `tag` if one would have too many
 */
export async function tagSeveral(
  { trx, call, vendorId, now }: TenantContext,
  { customers, tag, isOn }: TagInput,
): Promise<{ changed: number }> {
  const ids = [...new Set(customers)].toSorted()
  const found = await trx
    .selectFrom('customers')
    .select(['id', 'tags', 'version', 'erasedAt'])
    .where('vendorId', '=', vendorId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (found.length !== ids.length) throw failure('document/not-found')
  const changed = found.filter(({ tags }) => tags.includes(tag) !== isOn)
  for (const { id, tags: before, version, erasedAt } of changed) {
    if (erasedAt !== null) throw failure('customer/erased')
    const tags = isOn ? [...before, tag] : before.filter((one) => one !== tag)
    if (!customerInput.shape.tags.safeParse(tags).success) throw fieldFailure('tag', 'customers.tags.invalid')
    await trx
      .updateTable('customers')
      .set({ tags, updatedAt: now, version: version + 1 })
      .where('vendorId', '=', vendorId)
      .where('id', '=', id)
      .execute()
    await audit(trx, call, {
      action: 'update',
      entity: 'customer',
      target: id,
      subject: id,
      before: { tags: before },
      after: { tags },
      version: version + 1,
    })
  }
  return { changed: changed.length }
}
