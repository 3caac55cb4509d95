import { audit } from '#kernel/audit.ts'
import { handlersOf, memberOf } from '#kernel/base.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { inTenant, type TenantContext } from '#kernel/context.ts'
import { notificationContract, type NoticeSetting } from './notification.contract.ts'
import { isFixed, kindsFor, type NotificationChoice, type KindName } from './notification.rules.ts'
import { readLog, readNotifications, readSettings } from './notification.row.server.ts'

const os = handlersOf({ notifications: notificationContract })

/** Marks one or all of the member's own as read. @throws document/not-found for an id that is not theirs */
async function markRead({ trx, call, vendorId, now }: TenantContext, { id }: { id?: string | undefined }): Promise<{ read: number }> {
  const { userId } = memberOf(call)
  const own = trx
    .updateTable('deliveries')
    .set({ readAt: now })
    .where('vendorId', '=', vendorId)
    .where('userId', '=', userId)
    .where('channel', '=', 'app')
    .where('readAt', 'is', null)
  const { numUpdatedRows } = await (id ? own.where('id', '=', id) : own).executeTakeFirst()
  const read = Number(numUpdatedRows)
  if (read > 0) {
    await audit(trx, call, { action: 'read', entity: 'notification', target: id ?? userId, after: { read } })
    return { read }
  }
  if (id === undefined) return { read }
  const known = await trx
    .selectFrom('deliveries')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('userId', '=', userId)
    .where('channel', '=', 'app')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) throw failure('document/not-found')
  return { read }
}

/** Stores a member's setting for a kind. @throws request/invalid at `kind` where the role never receives it or can't switch it off */
async function saveSettings(ctx: TenantContext, { kind, app, mail }: NotificationChoice & { kind: KindName }): Promise<NoticeSetting[]> {
  const { trx, call, vendorId, now } = ctx
  const { userId, role } = memberOf(call)
  if (!kindsFor(role).includes(kind)) throw fieldFailure('kind', 'lib.fields.invalid')
  if (isFixed(kind, role)) throw fieldFailure('kind', 'notifications.settings.fixed')
  const before = (await readSettings(ctx)).find((row) => row.kind === kind)
  if (before?.app === app && before.mail === mail) return readSettings(ctx)
  const choice = { app, mail, updatedAt: now }
  await trx
    .insertInto('noticeSettings')
    .values({ vendorId, userId, kind, ...choice })
    .onConflict((conflict) => conflict.columns(['vendorId', 'userId', 'kind']).doUpdateSet(choice))
    .execute()
  await audit(trx, call, {
    action: 'update',
    entity: 'noticeSetting',
    target: userId,
    before: { kind, app: before?.app, mail: before?.mail },
    after: { kind, app, mail },
  })
  return readSettings(ctx)
}

export const notificationHandlers = {
  list: os.notifications.list.handler(inTenant(readNotifications)),
  read: os.notifications.read.handler(inTenant(markRead)),
  settings: os.notifications.settings.handler(inTenant((ctx) => readSettings(ctx))),
  saveSettings: os.notifications.saveSettings.handler(inTenant(saveSettings)),
  log: os.notifications.log.handler(inTenant(readLog)),
}
