import type { Trx } from '#db/tenant.ts'
import { instant, type App } from '#kernel/app.ts'
import { failure } from '#kernel/failure.ts'
import { askOne } from '#kernel/guards.ts'
import { newId } from '#kernel/ids.ts'
import { queue, type JobKinds } from '#kernel/outbox.ts'
import { mailReaders } from './deliver.guards.ts'
import { mailTurn } from './outside.limits.server.ts'
import type { OutsideMail } from './outside.rules.ts'

type Where = { trx: Trx; call: { app: App }; vendorId: string }

/**
 * The kind of a mail, what it is about, and its customer, if any; its text is stored only in the mail itself.
 * `values` is what the receiver knew before: `withdrawMails` selects by it, and a newer mail starts from it.
 */
export type OutsideDelivery = { kind: OutsideMail; customer: string | null; about: string; values?: object }

/** The business's name and logo, with its owner's address as reply-to; empty while it has no profile. */
async function senderOf(trx: Trx, vendorId: string): Promise<Pick<JobKinds['mail'], 'sender'>> {
  const vendor = await trx.selectFrom('vendors').select(['name', 'logo']).where('vendorId', '=', vendorId).executeTakeFirst()
  const owner = await trx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .select('users.email')
    .where('members.vendorId', '=', vendorId)
    .where('members.role', '=', 'owner')
    .where('members.state', '=', 'active')
    .orderBy('members.userId')
    .executeTakeFirst()
  return vendor && owner ? { sender: { ...vendor, replyTo: owner.email } } : {}
}

/**
 * Queues a mail to a non-member in the transaction of the change that causes it, with its row in the vendor's
 * delivery log. Does nothing where the business's own address is unverified or the customer was erased, and where the
 * mail could leave only when it is worthless: the caller then has to reach the customer otherwise.
 * @param dropAt an ISO instant after which the mail is worthless
 * @param isByHand whether a member sends this one mail, who then gets an error if it can't leave now
 * @returns whether it is queued
 * @throws auth/email-unverified, customer/erased, mail/first-day where a member sends it by hand
 */
export async function mailOutside(
  { trx, call: { app }, vendorId }: Where,
  { kind, customer, about, values = {} }: OutsideDelivery,
  mail: JobKinds['mail'],
  dropAt?: string,
  isByHand = false,
): Promise<boolean> {
  if (customer !== null && (await askOne({ trx, call: { app }, vendorId }, mailReaders, { customers: [customer] })) === 0) {
    if (isByHand) throw failure('customer/erased')
    return false
  }
  const turn = await mailTurn({ trx, call: { app }, vendorId }, mail.to, dropAt)
  if (!turn) {
    if (isByHand) throw failure('auth/email-unverified')
    return false
  }
  if (!isByHand && dropAt !== undefined && turn.runAt >= dropAt) return false
  if (isByHand && turn.isBeyondFirstDay)
    throw failure('mail/first-day', { retryAfter: Math.ceil((Date.parse(turn.runAt) - app.now()) / 1000) })
  const id = newId(app.now())
  const at = instant(app)
  await trx
    .insertInto('deliveries')
    .values({
      vendorId,
      id,
      customer,
      address: mail.to,
      channel: 'mail',
      kind,
      about,
      values: JSON.stringify(values),
      at,
      state: 'queued',
      stateAt: at,
    })
    .execute()
  const sent = { ...mail, ...(await senderOf(trx, vendorId)) }
  await queue(trx, app, 'mail', sent, dropAt, { vendorId, id }, turn.runAt)
  app.wake()
  return true
}
