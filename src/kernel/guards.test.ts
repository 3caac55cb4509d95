import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { assemble } from '#entrance/start.server.ts'
import { testApp, type TestApp } from '../../test/app.ts'
import { answer, ask, askAny, askOne, guard, requireAnswers, type Answer, type Asking } from './guards.ts'

let app: TestApp
let vendorId: string
beforeAll(async () => {
  app = await testApp()
  ;({ vendorId } = await app.owner())
})
afterAll(() => app.close())

const hallLeaves = guard<{ hall: string }>('hall.leaves')
const hallInUse = guard<{ hall: string }, boolean>('hall.inUse')
const hallPlaces = guard<{ hall: string }, number>('hall.places')
const question = { hall: 'The big one' }

/** Runs work in a transaction of the vendor, in a product whose rooms provide only these answers. */
const asking = <T>(answers: readonly Answer[], work: (at: Asking) => Promise<T>): Promise<T> => {
  const own = { ...app.app, modules: { ...app.app.modules, answers } }
  return tenant(own.db, vendorId, (trx) => work({ trx, call: { app: own }, vendorId }))
}

test('what no room answers refuses nothing, and gives nothing that a room must know', async () => {
  const others = [answer(hallPlaces, async () => 10)]
  expect(await asking(others, (at) => ask(at, hallLeaves, question))).toEqual([])
  expect(await asking(others, (at) => askAny(at, hallInUse, question))).toBe(false)
  expect(await asking(others, (at) => askOne(at, hallPlaces, question))).toBe(10)
  await expect(asking([], (at) => askOne(at, hallPlaces, question))).rejects.toThrow('hall.places needs one room that answers')
  await expect(asking([...others, ...others], (at) => askOne(at, hallPlaces, question))).rejects.toThrow('hall.places needs one room')
})

test('rooms answer in the order of the list, each with the question, until one says yes', async () => {
  const asked: string[] = []
  const room = (name: string, isUsing: boolean) =>
    answer(hallInUse, async (_at, { hall }) => {
      asked.push(`${name}: ${hall}`)
      return isUsing
    })
  const rooms = [room('batches', false), room('sessions', true), room('timeoff', true)]
  expect(await asking(rooms, (at) => ask(at, hallInUse, question))).toEqual([false, true, true])
  expect(asked.splice(0)).toEqual(['batches: The big one', 'sessions: The big one', 'timeoff: The big one'])
  expect(await asking(rooms, (at) => askAny(at, hallInUse, question))).toBe(true)
  expect(asked).toEqual(['batches: The big one', 'sessions: The big one'])
})

test('a throw refuses: what was written is undone, and rooms after it are not asked', async () => {
  const asked: string[] = []
  const writes = answer(hallLeaves, async ({ trx, vendorId: own }) => {
    asked.push('writes')
    await trx.updateTable('merchants').set({ code: 'SA' }).where('vendorId', '=', own).execute()
  })
  const refuses = answer(hallLeaves, async () => {
    asked.push('refuses')
    throw new Error('Somebody is in it')
  })
  const after = answer(hallLeaves, async () => void asked.push('after'))
  const code = () =>
    asking([], ({ trx }) => trx.selectFrom('merchants').select('code').where('vendorId', '=', vendorId).executeTakeFirstOrThrow())
  await expect(asking([writes, refuses, after], (at) => ask(at, hallLeaves, question))).rejects.toThrow('Somebody is in it')
  expect(asked).toEqual(['writes', 'refuses'])
  expect((await code()).code).toBe('AE')
  await asking([writes, after], (at) => ask(at, hallLeaves, question))
  expect((await code()).code).toBe('SA')
})

test('a product in which no one answers a question does not start, and says which', async () => {
  const { modules, config, db } = app.app
  const answers = modules.answers.filter(({ guard: { name } }) => name !== 'hall.inUse')
  await expect(assemble(config, db, { jobs: false, modules: { ...modules, answers } })).rejects.toThrow('no room answers hall.inUse')
  expect(() => requireAnswers(modules)).not.toThrow()
})
