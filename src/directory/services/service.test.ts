import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../../../test/owner-role.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, person, refusal, seen } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a service that a batch uses is neither archived nor taken back to draft, and a trainer of that batch keeps it', async () => {
  const { calls, made, image, service, trainer, second } = await openFloor(app, 5)
  const now = async () => seen(await calls.services.get({ id: service.id }))
  const swimming = await calls.services.create({ service: 'swimming', cover: image, descriptionEn: 'Swimming for girls and boys' })
  const teach = (who: { id: string }, services: string[]) =>
    calls.trainers.get({ id: who.id }).then((row) => refusal(calls.trainers.update({ ...seen(row), services })))
  expect(await refusal(calls.services.archive(await now()))).toBe('service/in-use')
  expect(await refusal(calls.services.update({ ...(await now()), state: 'draft' }))).toBe('service/in-use')
  expect(await teach(trainer, [swimming.id])).toBe('trainers.services.taught')
  expect((await calls.trainers.get({ id: trainer.id })).services).toEqual([service.id])
  // The other trainer of the service has no batch, and adding a service takes none away.
  expect(await teach(second, [swimming.id])).toBe('accepted')
  expect(await teach(trainer, [service.id, swimming.id])).toBe('accepted')
  await calls.batches.archive(seen(await calls.batches.get({ id: made.id })))
  expect(await teach(trainer, [swimming.id])).toBe('accepted')
  expect(await refusal(calls.services.update({ ...(await now()), state: 'draft' }))).toBe('accepted')
  expect(await refusal(calls.services.archive(await now()))).toBe('accepted')
})

test('a type whose surface only the next version knows is shown in another colour', async () => {
  const { calls } = await openFloor(app, 5)
  const [first] = await calls.services.types()
  const { id, surface } = first!
  const become = (to: string) =>
    asOwner(app.app.db, (trx) => trx.updateTable('serviceTypes').set({ surface: to }).where('id', '=', id).execute())
  await become('ice')
  expect((await calls.services.types()).find((type) => type.id === id)).toMatchObject({ surface: 'hardCourt' })
  await become(surface)
  expect(await calls.services.types()).toContainEqual(first)
})

test('a service counts its batches, and the places and people of the open ones alone', async () => {
  const { calls, batch, made, service } = await openFloor(app, 5)
  await calls.batches.create(
    batch({ state: 'draft', startDate: '2026-10-05', endDate: '2026-12-31', startingTime: '07:00', endingTime: '08:00' }),
  )
  await calls.enrolments.enrol({ batch: made.id, customer: (await person(calls, 'Amal')).id })
  expect(await calls.services.get({ id: service.id })).toMatchObject({ batches: 2, places: 5, enrolled: 1 })
})

test('a service is found by its type in both languages and by its descriptions, in the order that is asked for', async () => {
  const { calls, image } = await openFloor(app, 5)
  await calls.services.create({
    service: 'swimming',
    cover: image,
    descriptionEn: 'Lessons for those who fear water',
    descriptionAr: 'دروس لمن يخاف الماء',
  })
  const found = async (search: string) => (await calls.services.list({ search })).rows.map(({ service }) => service)
  for (const search of ['swim', 'سباحة', 'FEAR water', 'يخاف', ' lessons ']) expect(await found(search), search).toEqual(['swimming'])
  expect(await found('100%')).toEqual([])
  for (const direction of ['asc', 'desc'] as const) {
    const { rows } = await calls.services.list({ sort: 'service', direction })
    expect(rows.map(({ service }) => service)).toEqual(direction === 'asc' ? ['football', 'swimming'] : ['swimming', 'football'])
  }
})
