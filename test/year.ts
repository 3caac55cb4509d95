import { sql } from 'kysely'
import { expect } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { checkBooks } from '#business/ledger/chain-links.server.ts'
import { reconcile } from '#insight/finance/reconcile.server.ts'
import { runDays } from '#business/accounts/daily.server.ts'
import { dailyTasks } from '#entrance/tasks.server.ts'
import type { TestApp } from './app.ts'
import { floor, travel } from './floor.ts'
import { owedOfAll } from './owed.ts'

type Floor = Awaited<ReturnType<typeof floor>>
type OpenFloor = Pick<Floor, 'calls'> & { made: { id: string } }

/** A bill's stored values. */
type BillRow = {
  id: string
  number: string
  day: string
  dueOn: string
  fromDay: string
  toDay: string
  total: number
  kind: string
  channel: string
}

/** 09:00 UTC on a day, YYYY-MM-DD. */
export const morning = (day: string) => Date.parse(`${day}T09:00:00Z`)

/** A sale's line for a floor's batch. */
export const lineOf = ({ made }: OpenFloor) => ({ kind: 'batch' as const, batch: made.id })

/** The newest enrolment of a floor's batch. */
export const placeOf = async ({ calls, made }: OpenFloor) => (await calls.enrolments.list({ batch: made.id, state: 'all' })).rows[0]!

/** Helpers for a test that spans many days. */
export function yearOf(app: TestApp) {
  /** Runs the daily tasks due by now. */
  const days = () => runDays(app.app, dailyTasks)

  async function plan({ owner }: Pick<Floor, 'owner'>): Promise<void> {
    await app.app.db.kysely.updateTable('vendorPlans').set({ plan: 'elite' }).where('vendorId', '=', owner.vendorId).execute()
  }

  /** A floor on a day, on a plan, with an open batch of ten places from then on. */
  async function yearFloor(day: string, endDate: string, country = 'AE') {
    app.clock.set(morning(day))
    const base = await floor(app, country)
    await plan(base)
    const made = await base.calls.batches.create(base.batch({ startDate: day, endDate }))
    return { ...base, made }
  }

  /** Moves to the morning of a day, runs the daily tasks due, and signs in. */
  async function on(day: string, { owner }: Pick<Floor, 'owner'>): Promise<void> {
    await travel(app, owner, morning(day))
    await days()
  }

  /** A vendor's valid bills, ordered by the months that they are for. */
  async function bills(vendorId: string): Promise<BillRow[]> {
    return tenant(app.app.db, vendorId, async (trx) => {
      const { rows } = await sql<BillRow>`
        select s."id", s."number", s."day", s."dueOn", l."fromDay", l."toDay", s."total", l."kind", s."channel" from "sales" s
        join "saleLines" l on l."vendorId" = s."vendorId" and l."sale" = s."id"
        where s."vendorId" = ${vendorId} and s."voidedAt" is null order by l."fromDay", s."number"`.execute(trx)
      return rows
    })
  }
  const spans = async (vendorId: string) => (await bills(vendorId)).map(({ fromDay, toDay }) => [fromDay, toDay])

  /** Asserts that documents and ledger agree, both chains are intact, and the amounts stored with places match the bills. */
  async function expectSound(vendorId: string): Promise<void> {
    await tenant(app.app.db, vendorId, async (trx) => {
      expect(await reconcile(trx, vendorId)).toEqual([])
      const { entries, events } = await checkBooks(trx, vendorId)
      expect([entries.brokenAt, events.brokenAt]).toEqual([null, null])
      const { said, billed } = await owedOfAll(trx, vendorId)
      expect(said).toEqual(billed)
    })
  }
  return { days, plan, yearFloor, on, bills, spans, expectSound }
}
export type Year = ReturnType<typeof yearOf>
