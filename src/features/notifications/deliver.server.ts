import type { Trx } from '#db/tenant.ts'
import { instant, type App } from '#server/app.ts'
import { newId } from '#server/ids.ts'
import { queue, type JobKinds } from '#server/outbox.ts'
import type { OutsideMail } from './outside.rules.ts'

type Where = { trx: Trx; call: { app: App }; vendorId: string }

/** Which mail goes out about what, and to which customer, if to one; its words stand nowhere but in the mail. */
export type OutsideDelivery = { kind: OutsideMail; customer: string | null; about: string }

/**
 * Queues a mail to who is no member in the transaction of the change that causes it, with its row in the
 * vendor's log of what was sent.
 * @param dropAt an ISO instant after which the mail is worthless
 */
export async function mailOutside(
  { trx, call: { app }, vendorId }: Where,
  { kind, customer, about }: OutsideDelivery,
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
