import type { Trx } from '#db/tenant.ts'
import { instant } from '#server/app.ts'
import type { Call } from '#server/base.ts'
import { newId } from '#server/ids.ts'

/** One spelling of an address for look-ups and limits: trimmed, NFKC, lower case. */
export function emailKeyOf(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

/** The key under which an address is counted; a keyed hash, so that the limits name nobody. */
export function limitKeyOf({ app }: Call, email: string): string {
  return app.secrets.hmac('limit', emailKeyOf(email)).toString('hex')
}

/** A cookie of the product: bound to this origin, unseen by scripts, never sent by another site's page. */
export function cookieHeader(name: string, value: string, maxAgeSeconds: number): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; Secure; HttpOnly; SameSite=Strict`
}

const alarmMs = 15 * 60_000

/**
 * Records that one address tries many accounts (checks O8); at most about once in 15 minutes for
 * an address, so that a flood can't also fill the table.
 */
export async function raiseAlarm(trx: Trx, { app, ip }: Call, kind: 'sign-in-flood' | 'code-guessing'): Promise<void> {
  const detail = app.secrets.hmac('alarm', ip).toString('hex')
  const raised = await trx
    .selectFrom('alarms')
    .select('id')
    .where('kind', '=', kind)
    .where('detail', '=', detail)
    .where('at', '>', instant(app, -alarmMs))
    .limit(1)
    .executeTakeFirst()
  if (!raised)
    await trx
      .insertInto('alarms')
      .values({ id: newId(app.now()), kind, detail, at: instant(app) })
      .execute()
}
