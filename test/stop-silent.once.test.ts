import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startedDataDir } from './database.ts'
import { startProduct } from './product.ts'

test.each([
  ['a connection that has sent nothing, as browsers keep in reserve', '', 5000],
  ['a request that never ends', 'POST /rpc/accounts/signIn HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-', 10_000],
])('R1 SIGTERM with %s: ends cleanly and in time', async (_what, sent, limit) => {
  const own = startedDataDir()
  const { url, child, ended, errors } = await startProduct({ DATA_DIR: own.dataDir })
  if (!url) throw new Error(errors())
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => {}).write(sent)
  // A full request on another connection: by its end the server has accepted the first one.
  await (await fetch(`${url}/livez`)).text()
  const term = performance.now()
  child.kill('SIGTERM')
  expect([await ended, errors()]).toEqual([0, ''])
  expect(performance.now() - term).toBeLessThan(limit)
  own.remove()
})
