import { dayMs } from '#lib/days.ts'
import { tenant } from '#db/tenant.ts'
import { openMailer } from '#kernel/mail.ts'
import { runOne } from '#kernel/outbox.ts'
import { testApp } from '../../../test/app.ts'
import { dated, hours, openFloor, person, travel } from '../../../test/floor.ts'
import { openReceiver } from '../../../test/inbox.ts'
import type { Session } from './session.contract.ts'

/** A mail's text without the characters that isolate a name or prevent a line break in a time. */
const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/[\u202f\u00a0\u2009]/g, ' ')

/** The fields of a session that a change may contain. */
export const fields = ({ day: on, startingTime, endingTime, trainer, hall, capacity }: Session) => ({
  day: on,
  startingTime,
  endingTime,
  trainer,
  hall,
  capacity,
})

/** A test app that sends its mails to an SMTP receiver. */
export async function mailApp() {
  const app = await testApp()
  const inbox = await openReceiver()
  const mailer = openMailer({ smtpUrl: inbox.url, mailFrom: 'Touchline <no-reply@touchline.example>' })

  /** Sends pending mails. @returns those that arrived, in order of address */
  async function arrive(by: { send: typeof mailer.send } = mailer) {
    const from = inbox.mails.length
    while (await runOne(app.app, { mail: (mail, signal) => by.send(mail, signal) }));
    return inbox.mails
      .slice(from)
      .map(({ to, mail, raw }) => ({
        to: to[0] ?? '',
        raw,
        subject: mail.subject ?? '',
        text: plain(mail.text ?? ''),
        replyTo: mail.replyTo,
      }))
      .toSorted((one, other) => one.to.localeCompare(other.to))
  }

  /** An open batch on Mondays at 19:00 with people in it, days after the account was created. */
  async function floorOf(...people: { name: string; more?: object }[]) {
    const base = await openFloor(app, 30)
    app.clock.advance(2 * dayMs)
    await travel(app, base.owner, app.clock.now())
    const { calls, owner, batch, logo } = base
    const profile = { ...hours, version: 0 }
    await calls.setup.saveVendor({
      ...profile,
      logo,
      name: 'Al Noor',
      username: `n${owner.vendorId.slice(-10)}`,
      address: 'Corniche 1',
      postcode: '00000',
    })
    const evening = await calls.batches.create(batch({ ...dated, name: 'Evening', startingTime: '19:00', endingTime: '20:00' }))
    const enrol = async (name: string, more: object = {}) => {
      const email = `${name.toLowerCase()}-${owner.vendorId}@example.com`
      const customer = await person(calls, name, { email, ...more })
      return { customer, email, place: await calls.enrolments.enrol({ batch: evening.id, customer: customer.id }) }
    }
    const enrolled = []
    for (const { name, more } of people) enrolled.push(await enrol(name, more))
    const sessions = async () => (await calls.sessions.list({ from: '2026-10-01', to: '2027-01-31', batch: evening.id })).rows
    const coming = (await sessions()).filter((row) => row.startsAt > new Date(app.clock.now()).toISOString())
    const fresh = (row: Session) => calls.sessions.get({ id: row.id })
    const audits = (action: string) =>
      tenant(app.app.db, owner.vendorId, (trx) =>
        trx
          .selectFrom('audit')
          .select(['entity', 'after'])
          .where('vendorId', '=', owner.vendorId)
          .where('action', '=', action)
          .orderBy('at')
          .orderBy('id')
          .execute(),
      )
    await arrive()
    return { ...base, evening, enrol, enrolled, sessions, coming, fresh, audits, first: coming[0]! }
  }

  const close = async () => {
    mailer.close()
    await inbox.close()
    await app.close()
  }
  return { app, arrive, floorOf, close }
}
