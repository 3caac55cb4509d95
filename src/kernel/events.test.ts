import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { testApp, type TestApp } from '../../test/app.ts'
import type { Call } from './base.ts'
import { emit, event, on, type Event, type Subscription } from './events.ts'
import { contextOf, type TenantContext } from './context.ts'

let app: TestApp
let owner: Awaited<ReturnType<TestApp['owner']>>
beforeAll(async () => {
  app = await testApp()
  owner = await app.owner()
})
afterAll(() => app.close())

const first = event<string>('test.first')
const second = event<string>('test.second')
const third = event<string>('test.third')
const fourth = event<string>('test.fourth')

/** Renames the business and raises an event, as a room would, with only these subscribers registered. */
async function act(subscribers: Subscription[], raised: Event<string>, says = 'x'): Promise<void> {
  const modules = { ...app.app.modules, subscribers }
  const call: Pick<Call, 'app'> = { app: { ...app.app, modules } }
  await tenant(app.app.db, owner.vendorId, async (trx) => {
    await rename({ trx }, 'Raised')
    await emit(contextOf(trx, call as Call, owner.vendorId), raised, says)
  })
}
const rename = ({ trx }: Pick<TenantContext, 'trx'>, name: string) =>
  trx.updateTable('merchants').set({ name }).where('vendorId', '=', owner.vendorId).execute()
const nameOf = () =>
  tenant(app.app.db, owner.vendorId, async (trx) => {
    const { name } = await trx.selectFrom('merchants').select('name').where('vendorId', '=', owner.vendorId).executeTakeFirstOrThrow()
    return name
  })

test('subscribers run in the order of the list, each with the payload, and before the act goes on', async () => {
  const heard: string[] = []
  const note = (who: string) => async (_context: TenantContext, says: string) => void heard.push(`${who} ${says}`)
  await act([on(first, note('a')), on(second, note('b')), on(first, note('c'))], first, 'said')
  expect(heard).toEqual(['a said', 'c said'])
  await act([], first)
  expect(await nameOf()).toBe('Raised')
})

test('what a subscriber throws undoes the act and what others wrote', async () => {
  await tenant(app.app.db, owner.vendorId, (trx) => rename({ trx }, 'Before'))
  const refuse = async () => {
    throw new Error('refused')
  }
  await expect(act([on(first, (context) => rename(context, 'Followed').then(() => {})), on(first, refuse)], first)).rejects.toThrow(
    'refused',
  )
  expect(await nameOf()).toBe('Before')
})

test('what follows from what ends after three, and never runs back down', async () => {
  const raise = (next: Event<string>) => (context: TenantContext, says: string) => emit(context, next, says)
  const heard: string[] = []
  const end = async () => void heard.push('end')
  await act([on(first, raise(second)), on(second, raise(third)), on(third, end)], first)
  expect(heard).toEqual(['end'])
  await expect(act([on(first, raise(second)), on(second, raise(third)), on(third, raise(fourth)), on(fourth, end)], first)).rejects.toThrow(
    'too deep',
  )
  await expect(act([on(second, end), on(first, raise(second))], first)).rejects.toThrow('stands above')
  await expect(act([on(first, raise(first))], first)).rejects.toThrow('stands above')
  // Subscribers that run one after the other are not nested.
  const twice = async (context: TenantContext, says: string) => {
    await emit(context, second, says)
    await emit(context, second, says)
  }
  await act([on(first, twice), on(second, end)], first)
  expect(heard).toEqual(['end', 'end', 'end'])
})
