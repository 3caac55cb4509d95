import { keysOf } from '#lib/choices.ts'
import type { Trx } from '#db/tenant.ts'
import type { Place, Plans } from '#lib/addresses.ts'
import { languageOf, mannerOf } from '#lib/manner.ts'
import { instant } from '#kernel/app.ts'
import type { Call } from '#kernel/base.ts'
import { newId } from '#kernel/ids.ts'
import { composeMail } from '#kernel/mail.ts'
import { queue } from '#kernel/outbox.ts'
import { catalogueText, type Language } from '#kernel/texts.ts'
import { kinds, placeOf, waysOf, type KindName, type ValuesOf } from './notification.rules.ts'
import { shownValues } from './shown-values.rules.ts'

/** A notice: raised once for each cause and receiver, however often it is requested. */
export type Notice<K extends KindName> = {
  kind: K
  /** Identifies the fact itself, such as a quote's id and version. */
  cause: string
  /** The id of the record that it opens. */
  about?: string | null
  values: ValuesOf<K>
  /** One member, or the members linked to a trainer, where not every member with one of the kind's roles is meant. */
  to?: { user: string } | { trainer: string }
}

type Where = { trx: Trx; call: Call; vendorId: string }
type Receiver = { userId: string; email: string; language: Language; app: boolean; mail: boolean }

/** The members to notify, with their channels, excluding the causer. */
async function receiversOf({ trx, call, vendorId }: Where, { kind, to }: Notice<KindName>): Promise<Receiver[]> {
  const causer = 'notifiesCauser' in kinds[kind] ? undefined : call.session?.userId
  let query = trx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .select(['members.userId', 'members.role', 'users.email', 'users.emailIsVerified', 'users.language'])
    .where('members.vendorId', '=', vendorId)
    .where('members.state', '=', 'active')
    .where('members.role', 'in', keysOf(kinds[kind].roles))
  if (to) query = 'user' in to ? query.where('members.userId', '=', to.user) : query.where('members.trainerId', '=', to.trainer)
  if (causer) query = query.where('members.userId', '<>', causer)
  const rows = await query.orderBy('members.userId').execute()
  if (rows.length === 0) return []
  const settings = await trx
    .selectFrom('noticeSettings')
    .select(['userId', 'app', 'mail'])
    .where('vendorId', '=', vendorId)
    .where('kind', '=', kind)
    .where(
      'userId',
      'in',
      rows.map(({ userId }) => userId),
    )
    .execute()
  const settingOf = new Map(settings.map(({ userId, ...ways }) => [userId, ways]))
  return rows.flatMap(({ userId, role, email, emailIsVerified, language }) => {
    const chosen = waysOf(kind, role, settingOf.get(userId) ?? null)
    // An unverified address may be a stranger's.
    const ways = chosen && { app: chosen.app, mail: chosen.mail && emailIsVerified }
    return ways && (ways.app || ways.mail) ? [{ userId, email, language: languageOf(language), ...ways }] : []
  })
}

/** The URL in a mail's link. */
function hrefOf({ to, search = {} }: Place | Plans): string {
  const said = new URLSearchParams(Object.entries(search).map(([name, value]): [string, string] => [name, String(value)])).toString()
  return said === '' ? to : `${to}?${said}`
}

/** Composes a notification's mail in its receiver's language, with a link to the details. */
async function composer({ trx, call, vendorId }: Where, { kind, about = null, values }: Notice<KindName>) {
  const vendor = await trx
    .selectFrom('merchants')
    .innerJoin('countries', 'countries.id', 'merchants.code')
    .leftJoin('vendors', (join) => join.on('vendors.vendorId', '=', vendorId))
    .select(['merchants.name', 'merchants.code', 'vendors.timeZone', 'countries.timeZones'])
    .where('merchants.vendorId', '=', vendorId)
    .executeTakeFirstOrThrow()
  const timeZone = vendor.timeZone ?? vendor.timeZones[0] ?? 'UTC'
  const place = placeOf(kind, about)
  // Outside a request only the configured origin is known.
  const link = place && call.origin ? `${call.origin}${hrefOf(place)}` : ''
  return ({ email, language }: Receiver) => {
    const shown = shownValues(kind, values, mannerOf(language, vendor.code), timeZone)
    const definition = kinds[kind]
    if ('mail' in definition) return composeMail(email, language, definition.mail, shown)
    const said = {
      vendor: vendor.name || 'Touchline',
      title: catalogueText(language, `notifications.kinds.${kind}.name`),
      text: catalogueText(language, `notifications.kinds.${kind}.text`, shown),
      link,
      isLinked: link ? 'yes' : 'no',
    }
    return composeMail(email, language, 'notifications.mail', said, { link })
  }
}

/**
 * Notifies the members of a vendor whose role receives the kind, in the transaction of the event: one row for each
 * receiver and channel, with mails through the outbox. A notice already raised for the same cause is not repeated.
 */
export async function notify<K extends KindName>(where: Where, notice: Notice<K>): Promise<void> {
  const { trx, call, vendorId } = where
  const { app } = call
  const raised = notice as Notice<KindName>
  const receivers = await receiversOf(where, raised)
  if (receivers.length === 0) return
  const at = instant(app)
  const { kind, cause, about = null } = raised
  const rows = receivers.flatMap(({ userId, email, ...ways }) =>
    (['app', 'mail'] as const)
      .filter((channel) => ways[channel])
      .map((channel) => ({
        vendorId,
        id: newId(app.now()),
        userId,
        address: email,
        channel,
        kind,
        about,
        cause,
        values: JSON.stringify(raised.values),
        at,
        state: channel === 'app' ? ('shown' as const) : ('queued' as const),
        stateAt: at,
      })),
  )
  const created = await trx
    .insertInto('deliveries')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['vendorId', 'userId', 'channel', 'kind', 'cause']).doNothing())
    .returning(['id', 'userId', 'channel'])
    .execute()
  const mails = created.filter(({ channel }) => channel === 'mail')
  if (mails.length === 0) return
  const compose = await composer(where, raised)
  for (const { id, userId } of mails) {
    const receiver = receivers.find((one) => one.userId === userId)
    if (receiver) await queue(trx, app, 'mail', compose(receiver), undefined, { vendorId, id })
  }
  app.wake()
}
