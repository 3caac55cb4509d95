import { languageOf } from '#lib/manner.ts'
import type { Trx } from '#db/tenant.ts'
import { limitKeyOf } from '#business/accounts/identity.server.ts'
import { mailOutside, type OutsideDelivery } from '#business/notifications/deliver.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { limits, claimOrRefuse } from '#kernel/limits.ts'
import type { JobKinds } from '#kernel/outbox.ts'
import type { Language } from '#kernel/texts.ts'

/** How a customer is written to: the address, '' where there is none, the language, and the first name. */
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
 * Counts a mail that a member sends by hand. The paper and its reader have their limits, so that no one fills a
 * mailbox, by one paper or by many.
 * @param paper id of what is sent; @throws auth/too-many-requests
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
 * @param of what is sent and to whom; @param until when the mail is of no use any more, UTC; @throws auth/too-many-requests, auth/email-unverified, mail/first-day
 */
export async function mailByHand(ctx: TenantContext, of: OutsideDelivery, mail: JobKinds['mail'], until?: string): Promise<void> {
  await countMailByHand(ctx, of.about, mail.to)
  await mailOutside(ctx, of, mail, until, true)
}
