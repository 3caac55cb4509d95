import { setImmediate as turn } from 'node:timers/promises'
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { openLog, sinkTo } from './log.ts'

test('R10 lines for a full disk are dropped, counted and told once it has room', async () => {
  let full = true
  const written: string[] = []
  const log = openLog(
    sinkTo((bytes) => {
      if (full) throw new Error('ENOSPC')
      written.push(String(bytes))
      return bytes.length
    }),
  )
  log.info('one')
  log.info('two')
  await turn()
  await turn()
  full = false
  log.info('three')
  await turn()
  await turn()
  expect(written.join('')).toMatch(/could not be written: 2"[^]*"three"/)
})

test('R10 a process whose stdout is full goes on', () => {
  const code = `import { openLog } from '#kernel/log.ts'; const log = openLog(); log.info('a'); setTimeout(() => log.info('b'), 50); setTimeout(() => process.exit(7), 200)`
  const { status } = spawnSync('/bin/sh', ['-c', 'exec "$0" --input-type=module -e "$1" > /dev/full', process.execPath, code])
  expect(status).toBe(7)
})
