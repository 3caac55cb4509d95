import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform } from '#db/tenant.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, refusal } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('what a session of a trainer costs is told to roles that see pay, and not by the order of a list', async () => {
  const { calls, owner } = await openFloor(app, 5)
  const { rows } = await calls.trainers.list({})
  const [first] = rows
  expect(first?.cost).toBeGreaterThan(0)
  const id = first?.id ?? ''
  for (const [role, seesCost] of [
    ['manager', true],
    ['accountant', true],
    ['frontDesk', false],
  ] as const) {
    await platform(app.app.db, (trx) => trx.updateTable('members').set({ role }).where('userId', '=', owner.userId).execute())
    const cost = seesCost ? first?.cost : null
    expect(
      (await calls.trainers.list({})).rows.map((row) => row.cost),
      role,
    ).toEqual(rows.map((row) => (seesCost ? row.cost : null)))
    expect(await calls.trainers.get({ id }), role).toEqual({ ...first, cost })
    expect(await refusal(calls.trainers.list({ sort: 'cost' })), role).toBe(seesCost ? 'accepted' : 'permission/denied')
    // A role that sees no cost sees no pay elsewhere either.
    expect(await refusal(calls.payroll.list({ month: '2026-10' })), role).toBe(seesCost ? 'accepted' : 'permission/denied')
  }
})
