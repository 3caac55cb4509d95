import { languageOf } from '#lib/manner.ts'
import type { Trx } from '#db/tenant.ts'
import { limitKeyOf } from '#business/accounts/identity.server.ts'
import { mailOutside, type OutsideDelivery } from '#business/notifications/deliver.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { limits, claimOrRefuse } from '#kernel/limits.ts'
import type { JobKinds } from '#kernel/outbox.ts'
import type { Language } from '#kernel/texts.ts'

/** A customer's mail address ('' without one), language and first name. */
export async function readerOf(trx: Trx, vendorId: string, id: string): Promise<{ email: string; language: Language; firstName: string }> {
  const { language, ...reader } = await trx
    .selectFrom('customers')
    .select(['email', 'language', 'firstName'])
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...reader, language: languageOf(language) }
}

/**
 * Counts a mail that a member sends by hand. Limits apply per document and per reader, so that no one floods a mailbox
 * with one document or with many.
 * @param paper id of the sent document; @throws auth/too-many-requests
 */
async function countMailByHand({ trx, call, vendorId }: TenantContext, paper: string, to: string): Promise<void> {
  await claimOrRefuse(
    trx,
    call.app,
    [limits.mailByPaper, `${vendorId}:${paper}`],
    [limits.mailByReader, `${vendorId}:${limitKeyOf(call, to)}`],
  )
}

/**
 * Queues a mail that a member sends by hand.
 * @param of what is sent and to whom; @param until when the mail is no longer useful, UTC
 * @throws auth/too-many-requests, auth/email-unverified, mail/first-day
 */
export async function mailByHand(ctx: TenantContext, of: OutsideDelivery, mail: JobKinds['mail'], until?: string): Promise<void> {
  await countMailByHand(ctx, of.about, mail.to)
  await mailOutside(ctx, of, mail, until, true)
}
