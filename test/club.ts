import { expect } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { week } from '#lib/fields.ts'
import { checkBooks } from '../src/business/ledger/chain-links.server.ts'
import { reconcile } from '../src/insight/finance/reconcile.server.ts'
import type { TestApp } from './app.ts'
import { dated, floor, seen, start, travel } from './floor.ts'

export const october = { month: '2026-10' }
export const november = { month: '2026-11' }
/** An instant of 2026, UTC. */
export const on = (month: number, day: number, hour = 12) => Date.UTC(2026, month - 1, day, hour)

/**
 * A club in London, where clocks go back at 02:00 on 25 October. Mariam teaches Sundays 00:30 to 03:30 and
 * Mondays 17:00 to 18:00 at 120 pounds; Yousef, at 90, takes Monday the 26th; the 19th is cancelled.
 */
export async function club(app: TestApp) {
  app.clock.set(start)
  const base = await floor(app, 'GB')
  const { calls, owner, batch, trainer, second } = base
  // The trial ends before the year does.
  await calls.plans.change({ plan: 'elite', version: (await calls.plans.current()).version })
  const nights = await calls.batches.create(
    batch({ ...dated, name: 'Nights', trainingDays: week(0), startingTime: '00:30', endingTime: '03:30' }),
  )
  const days = await calls.batches.create(batch({ ...dated, name: 'Mondays' }))
  const meeting = async (of: { id: string }, day: string) => {
    const { rows } = await calls.sessions.list({ from: day, to: day, batch: of.id })
    return rows[0]!
  }
  const cancel = async (of: { id: string }, day: string) =>
    calls.sessions.cancel({ ...seen(await meeting(of, day)), reason: 'Rain', tell: false })
  const substitute = async (of: { id: string }, day: string, to: string) => {
    const { id, version, hall, capacity, startingTime, endingTime } = await meeting(of, day)
    return calls.sessions.change({ id, version, day, startingTime, endingTime, trainer: to, hall, capacity })
  }
  await cancel(days, '2026-10-19')
  await substitute(days, '2026-10-26', second.id)
  const ledger = () =>
    tenant(app.app.db, owner.vendorId, (trx) =>
      trx
        .selectFrom('ledger')
        .select(['day', 'debit', 'credit', 'amount', 'trainer', 'batch', 'service', 'hall', 'sourceId'])
        .where('vendorId', '=', owner.vendorId)
        .where('source', '=', 'payroll')
        .orderBy('sequence')
        .execute(),
    )
  const lines = () =>
    tenant(app.app.db, owner.vendorId, (trx) =>
      trx.selectFrom('payLines').selectAll().where('vendorId', '=', owner.vendorId).orderBy('day').orderBy('heldOn').execute(),
    )
  const clean = async () =>
    tenant(app.app.db, owner.vendorId, async (trx) => {
      expect(await reconcile(trx, owner.vendorId)).toEqual([])
      const { entries, events } = await checkBooks(trx, owner.vendorId)
      expect([entries.brokenAt, events.brokenAt]).toEqual([null, null])
    })
  const go = (to: number) => travel(app, owner, to)
  const of = async (month: { month: string }, who: string) => (await calls.payroll.list(month)).rows.find(({ trainer }) => trainer === who)
  return { ...base, mariam: trainer.id, yousef: second.id, nights, days, meeting, cancel, substitute, ledger, lines, clean, go, of }
}
