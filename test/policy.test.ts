import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isContractProcedure } from '@orpc/contract'
import { contract } from '#entrance/contract.ts'
import { policies } from '#entrance/policy.ts'
import { roles } from '#lib/roles.ts'
import { platform } from '#db/tenant.ts'
import { testApp, type TestApp } from './app.ts'

/** Every call of the contract, by name. */
function callNames(node: unknown, path: string[] = []): string[] {
  if (isContractProcedure(node)) return [path.join('.')]
  return Object.entries(node as Record<string, unknown>).flatMap(([key, value]) => callNames(value, [...path, key]))
}

const names = callNames(contract)
type Calls = Record<string, Record<string, (input?: unknown) => Promise<unknown>>>

describe('the policy table', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.close())

  test('has exactly one row for every call', () => {
    expect(Object.keys(policies).toSorted()).toEqual(names.toSorted())
  })

  test('a role that is added may use its own account and nothing of the business: each other call names its roles', () => {
    const own = names.filter((name) => policies[name as keyof typeof policies].who === roles)
    const shown = ['plans.current', 'services.types', 'setup.merchant', 'setup.progress', 'setup.vendor', 'team.stopLooking']
    expect(own.filter((name) => !/^(?:accounts|notifications|views)\./.test(name))).toEqual(expect.arrayContaining(shown))
    expect(own.filter((name) => !/^(?:accounts|notifications|views)\./.test(name) && !shown.includes(name))).toEqual([])
  })

  test('what an owner may change who looks as another role is the own account alone', () => {
    const own = names.filter((name) => {
      const { who, writes } = policies[name as keyof typeof policies]
      // No one impersonates the owner.
      return typeof who !== 'string' && writes === 'own' && who.some((role) => role !== 'owner')
    })
    expect(own.length).toBeGreaterThan(8)
    expect(own.filter((name) => !/^(?:accounts|notifications|home|views)\./.test(name)).toSorted()).toEqual(['team.stopLooking'])
  })

  test('T1 every call that is not public answers a stranger with session-expired and nothing else', async () => {
    const stranger = app.browser().calls as unknown as Calls
    for (const name of names.filter((call) => typeof policies[call as keyof typeof policies].who !== 'string')) {
      const [group = '', call = ''] = name.split('.')
      await expect(stranger[group]?.[call]?.({}), name).rejects.toMatchObject({ code: 'auth/session-expired', status: 401 })
    }
  })

  test('M6 a call of the marketplace without its signature is refused to a stranger and to every owner', async () => {
    const unsigned = names.filter((call) => policies[call as keyof typeof policies].who === 'marketplace')
    expect(unsigned).toEqual(['marketplace.sell'])
    for (const { calls } of [app.browser(), await app.owner()])
      await expect(calls.marketplace.sell({} as never)).rejects.toMatchObject({ code: 'request/refused', status: 403 })
  })

  test('T6 every role is refused what its cell denies, at the next request after the role changed', async () => {
    const owner = await app.owner()
    const calls = owner.calls as unknown as Calls
    let denied = 0
    for (const role of roles) {
      await platform(app.app.db, (trx) => trx.updateTable('members').set({ role }).where('userId', '=', owner.userId).execute())
      for (const name of names) {
        const { who } = policies[name as keyof typeof policies]
        if (typeof who === 'string' || who.includes(role)) continue
        denied += 1
        const [group = '', call = ''] = name.split('.')
        await expect(calls[group]?.[call]?.({}), `${role} ${name}`).rejects.toMatchObject({ code: 'permission/denied' })
      }
    }
    expect(denied).toBeGreaterThan(50)
    await platform(app.app.db, (trx) => trx.updateTable('members').set({ state: 'removed' }).where('userId', '=', owner.userId).execute())
    await expect(owner.calls.accounts.session()).rejects.toMatchObject({ code: 'auth/session-expired' })
  })
})
