import { afterAll, beforeAll, expect, test } from 'vitest'
import { crew, notificationDeliveries } from '#business/notifications/notifications.sample.ts'
import { testServer, type TestApp } from '../../../test/app.ts'
import { openFloor } from '../../../test/floor.ts'

let app: TestApp & { url: string }
beforeAll(async () => {
  app = await testServer({ PUBLIC_URL: 'https://touchline.example' })
})
afterAll(() => app.close())

test('a trainer who is a member gets one remittance advice for each payment, in the app and by email; no one else does', async () => {
  const { calls, owner, trainer, second } = await openFloor(app, 5)
  await calls.plans.change({ plan: 'elite', version: (await calls.plans.current()).version })
  const staff = await crew(app, owner, trainer.id)
  for (const { id } of [trainer, second])
    await calls.payroll.adjust({ month: '2026-10', trainer: id, amount: 9000, reason: 'A tournament' })
  const pay = { id: crypto.randomUUID(), trainer: trainer.id, amount: 6000, method: 'transfer', reference: '2026-10' } as const
  await Promise.all(Array.from({ length: 5 }, () => calls.payroll.pay(pay)))
  await calls.payroll.payAll({
    method: 'cash',
    reference: '',
    payments: [
      { id: crypto.randomUUID(), trainer: trainer.id, amount: 3000 },
      // No member is this trainer.
      { id: crypto.randomUUID(), trainer: second.id, amount: 9000 },
    ],
  })
  const sent = (await notificationDeliveries(app, owner.vendorId)).filter(({ kind }) => kind === 'trainerPaid')
  expect(sent.map(({ channel, address }) => `${channel} ${address}`).toSorted()).toEqual(
    ['app', 'app', 'mail', 'mail'].map((channel) => `${channel} ${staff.trainer.email}`),
  )
  const mails = (await app.mails()).filter(({ to, subject }) => to === staff.trainer.email && subject.startsWith('Pay received'))
  const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/gu, '').replaceAll('\u00a0', ' ')
  const texts = mails.map(({ text }) => plain(text.slice(0, text.indexOf('\n'))))
  expect(texts.toSorted()).toEqual([
    'AED 30 was paid to you on 5 October 2026 in cash. Nothing more is owed to you for closed months. My pay lists your sessions.',
    'AED 60 was paid to you on 5 October 2026 by bank transfer, reference 2026-10. AED 30 is still owed to you. My pay lists your sessions.',
  ])
})
