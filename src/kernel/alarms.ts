import type { Database } from '#db/open.ts'
import { lone, platform } from '#db/tenant.ts'
import { instant, type App } from './app.ts'
import type { Call } from './base.ts'
import { newId } from './ids.ts'
import { countUses, lockUses, limits, type Use } from './limits.ts'

/** The conditions that an operator must look at, by the names under which they are stored. */
const meanings = {
  'sign-in-flood': 'one address tried many accounts',
  'sign-in-lockout': 'one account was tried up to its limit',
  'code-guessing': 'one address guessed at many codes',
  'code-flood': 'codes for one account were asked for up to the limit',
} as const

const quietMs = 15 * 60_000
const most = 100

/**
 * Stores an alarm and logs it, in a separate transaction since the call is being refused; at most about once in
 * 15 minutes for an address, so that a flood fills neither the table nor the log.
 * @param use the limit that was reached: locked, so that parallel calls raise one alarm
 */
export async function raiseAlarm(call: Call, kind: keyof typeof meanings, use: Use): Promise<void> {
  const { app, ip, name = '', requestId } = call
  // Keyed, so that neither the table nor the log names anyone, yet one address can be followed.
  const address = app.secrets.hmac('alarm', ip).toString('hex')
  const isNew = await platform(app.db, async (trx) => {
    await lockUses(trx, ...use)
    const raised = await trx
      .selectFrom('alarms')
      .select('id')
      .where('kind', '=', kind)
      .where('detail', '=', address)
      .where('at', '>', instant(app, -quietMs))
      .limit(1)
      .executeTakeFirst()
    if (raised) return false
    await trx
      .insertInto('alarms')
      .values({ id: newId(app.now()), kind, call: name, detail: address, at: instant(app) })
      .execute()
    return true
  })
  if (isNew) app.log.warn(`Alarm: ${meanings[kind]}`, { requestId, alarm: kind, call: name, address })
}

/** Stores that a business's ledger or log of money was changed outside the product. @param call the call that found it */
export async function writeBroken(db: Database, vendorId: string, call: string, now: number): Promise<void> {
  const alarm = { id: newId(now), kind: 'chain-broken', call, detail: vendorId, at: new Date(now).toISOString() }
  await lone(db, (kysely) => kysely.insertInto('alarms').values(alarm).execute())
}

/** Like `writeBroken`, and logs it; once a day per business, however often its page is opened. */
export async function raiseBroken(call: Call, vendorId: string): Promise<void> {
  const { app, ip, name = '', requestId } = call
  const [waits] = await countUses(app, [limits.brokenByVendor, vendorId])
  if (waits) return
  await writeBroken(app.db, vendorId, name, app.now())
  const address = app.secrets.hmac('alarm', ip).toString('hex')
  app.log.warn("Alarm: a business's books were changed past the product", { requestId, alarm: 'chain-broken', call: name, address })
}

/** The newest alarms as an operator reads them: time, kind, call, and the keyed address as in the log, or the business. */
export async function listAlarms({ db }: Pick<App, 'db'>): Promise<string[]> {
  const rows = await platform(db, (trx) =>
    trx.selectFrom('alarms').select(['at', 'kind', 'call', 'detail']).orderBy('at', 'desc').limit(most).execute(),
  )
  if (rows.length === 0) return ['no alarms']
  return rows.map(({ at, kind, call, detail }) => `${new Date(at).toISOString()}  ${kind}  ${call || '–'}  ${detail}`)
}
