import type { Trx } from '#db/tenant.ts'
import { instant, type App } from '#server/app.ts'
import { newId } from '#server/ids.ts'
import { queue, type JobKinds } from '#server/outbox.ts'
import type { CustomerMail } from './notification.rules.ts'

type Where = { trx: Trx; call: { app: App }; vendorId: string }

/** Which mail goes to which customer about what; its words stand nowhere but in the mail. */
export type CustomerDelivery = { kind: CustomerMail; customer: string; about: string }

/**
 * Queues a mail to a customer in the transaction of the change that causes it, with its row in the
 * vendor's log of what was sent.
 * @param dropAt an ISO instant after which the mail is worthless
 */
export async function mailCustomer(
  { trx, call: { app }, vendorId }: Where,
  { kind, customer, about }: CustomerDelivery,
  mail: JobKinds['mail'],
  dropAt?: string,
): Promise<void> {
  const id = newId(app.now())
  const at = instant(app)
  await trx
    .insertInto('deliveries')
    .values({ vendorId, id, customer, address: mail.to, channel: 'mail', kind, about, values: '{}', at, state: 'queued', stateAt: at })
    .execute()
  await queue(trx, app, 'mail', mail, dropAt, { vendorId, id })
  app.wake()
}
