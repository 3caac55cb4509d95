import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notificationDeliveries } from '#business/notifications/notifications.sample.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { start } from '../../../test/floor.ts'
import { asOwner } from '../../../test/owner-role.ts'
import { notifyTrialsEnded } from './trial.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const day = 86_400_000

test('a trial that cannot be told of holds no other up, and is told once it can', async () => {
  app.clock.set(start)
  const broken = await app.owner()
  app.clock.advance(1000)
  const sound = await app.owner()
  const alter = (change: string) => asOwner(app.app.db, (owner) => sql.raw(`alter table "deliveries" ${change}`).execute(owner))
  const noticesOf = async ({ vendorId }: { vendorId: string }) =>
    (await notificationDeliveries(app, vendorId)).filter(({ kind }) => kind === 'trialEnded').length
  await alter(`add constraint "planted" check ("vendorId" <> '${broken.vendorId}')`)
  app.clock.set(start + 30 * day + 2000)
  await notifyTrialsEnded(app.app)
  expect([await noticesOf(broken), await noticesOf(sound)]).toEqual([0, 2])
  await alter('drop constraint "planted"')
  await notifyTrialsEnded(app.app)
  expect([await noticesOf(broken), await noticesOf(sound)]).toEqual([2, 2])
})
