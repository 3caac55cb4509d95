import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { httpOwner } from './browser-session.ts'
import { openReceiver } from './inbox.ts'
import { startedDataDir } from './database.ts'
import { startProduct } from './product.ts'

test('R1 SIGTERM while a mail server hangs ends in time and with 0, and the mail leaves once at the next start', async () => {
  const own = startedDataDir()
  const silent = createServer((socket) => void socket.on('error', () => {}))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const hanging = await startProduct({ DATA_DIR: own.dataDir, SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` })
  if (!hanging.url) throw new Error(hanging.errors())
  const owner = await httpOwner(hanging.url)
  const reached = once(silent, 'connection')
  expect((await owner.rpc('accounts.sendOtp', { email: owner.email })).status).toBe(200)
  await reached
  const term = performance.now()
  hanging.child.kill('SIGTERM')
  expect([await hanging.ended, hanging.errors()]).toEqual([0, ''])
  expect(performance.now() - term).toBeLessThan(10_000)
  silent.close()

  const inbox = await openReceiver()
  const again = await startProduct({ DATA_DIR: own.dataDir, SMTP_URL: inbox.url })
  for (let tries = 0; tries < 50 && inbox.mails.length === 0; tries++) await wait(100)
  await wait(1200)
  expect(inbox.mails.map(({ to }) => to)).toEqual([[owner.email]])
  again.child.kill('SIGTERM')
  expect(await again.ended).toBe(0)
  await inbox.close()
  own.remove()
})
