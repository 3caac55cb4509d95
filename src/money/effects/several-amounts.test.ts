import { afterAll, beforeAll, expect, test } from 'vitest'
import { joined } from '#directory/team/team.sample.ts'
import { accepted, quoteDesk } from '#money/quotes/quote.sample.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal, seen } from '../../../test/floor.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { groupOf } from './several.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

test('who keeps what they paid, since nothing is charged for their move, keeps it beside others who are charged', async () => {
  /** Moves Amal with her lines waived, alone or with Badr. @returns what she would be credited if she left */
  const left = async (names: string[]) => {
    const base = await groupOf(year, names)
    const { calls, second } = base
    await year.on('2027-04-16', base)
    const places = await base.chosen()
    const ids = places.map(({ id }) => id)
    const { digest, lines } = await calls.enrolments.severalEffects({ act: 'move', places: ids, batch: second.id })
    const waived = lines.filter(({ firstName }) => firstName === 'Amal').map(({ id }) => ({ id, amount: 0, reason: 'As agreed' }))
    await calls.enrolments.changeSeveral({ act: 'move', places, batch: second.id, decision: { digest, lines: waived } })
    const amal = (await base.places(second.id)).find(({ firstName }) => firstName === 'Amal')
    return (await calls.enrolments.effects({ id: amal!.id, act: 'finish' })).lines.map(({ amount }) => amount)
  }
  // The 14 days from the 17th on.
  expect(await left([])).toEqual([4667])
  expect(await left(['Badr'])).toEqual([4667])
})

test('the limit of a role is for all lines of a bill, and for its other refunds', async () => {
  const base = await quoteDesk(app)
  await year.plan(base)
  const { calls, made, amal, owner } = base
  const badr = await person(calls, 'Badr')
  const quote = await accepted(app, base, { service: null, batch: made.id, candidates: 2, offeredPrice: 310_000 })
  const sold = await calls.quotes.convert({ ...seen(quote), customers: [amal.id, badr.id] })
  const sale = sold.sale ?? ''
  await calls.sales.pay({ sale, amount: 620_000, method: 'cash' })
  const manager = (await joined(app, owner, 'manager')).calls
  const rows = async () => (await calls.enrolments.list({ batch: made.id })).rows
  const ids = (await rows()).map(({ id }) => id)
  const end = async (amounts: number[], method?: 'cash') => {
    // Of 3,100.00 for 31 days, the last three are credited: 300.00 each.
    const { digest, lines } = await manager.enrolments.severalEffects({ act: 'dates', places: ids, endDate: '2026-11-01' })
    const changed = lines.map(({ id }, at) => ({ id, amount: amounts[at] ?? 0, ...(method ? { method } : {}), reason: 'As agreed' }))
    const places = (await rows()).map(seen)
    return refusal(manager.enrolments.changeSeveral({ act: 'dates', places, endDate: '2026-11-01', decision: { digest, lines: changed } }))
  }
  // 1,000.00 is the most that a manager may give beyond what the rules propose, and refund.
  expect(await end([80_100, 80_000])).toBe('sale/limit')
  expect(await end([50_000, 50_100], 'cash')).toBe('sale/limit')
  expect(await end([30_000, 30_000], 'cash')).toBe('accepted')
  const refund = (amount: number) => refusal(manager.sales.refund({ sale, amount, method: 'cash', reason: 'A gift', releasesSeat: false }))
  expect(await refund(40_100)).toBe('sale/limit')
  expect(await refund(40_000)).toBe('accepted')
})

test('days that are charged again after two earlier ends are two lines, each of which can be waived alone', async () => {
  const base = await groupOf(year, [])
  const { calls } = base
  await year.on('2027-04-05', base)
  const end = async (endDate: string) => calls.enrolments.changeSeveral({ act: 'dates', places: await base.chosen(), endDate })
  await end('2027-04-20')
  await end('2027-04-10')
  const asked = { act: 'dates' as const, endDate: '2027-12-31' }
  const { digest, lines } = await calls.enrolments.severalEffects({ ...asked, places: await base.ids() })
  expect(lines.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([3333, 3334])
  expect(new Set(lines.map(({ id }) => id)).size).toBe(2)
  const decision = { digest, lines: [{ id: lines[0]!.id, amount: 0, reason: 'As agreed' }] }
  await calls.enrolments.changeSeveral({ ...asked, places: await base.chosen(), decision })
  expect((await base.effects())[0]?.lines.map(({ amount }) => amount)).toEqual([0, lines[1]!.amount])
})
