import { expect, test } from 'vitest'
import { isUnavailable } from './errors.ts'
import { shareOf } from './share.ts'

/** Work that continues until it is asked to end. */
function endlessWork() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { work: () => ended, end }
}

test('R9 a vendor holds its share at most; what waits too long is unavailable, and others are not held up', async () => {
  const share = shareOf(2, 30)
  const [first, second] = [endlessWork(), endlessWork()]
  const running = [share('a', first.work), share('a', second.work)]
  expect(isUnavailable(await share('a', async () => 'served').catch((error: unknown) => error))).toBe(true)
  expect(await share('b', async () => 'served')).toBe('served')
  first.end()
  await running[0]
  expect(await share('a', async () => 'served')).toBe('served')
  second.end()
  await Promise.all(running)
})

test('R9 a place passes on to what waits, also from work that failed', async () => {
  const share = shareOf(1, 10_000)
  const order: number[] = []
  const failing = share('a', async () => {
    order.push(0)
    throw new Error('no')
  })
  const others = [1, 2, 3].map((number) => share('a', async () => order.push(number)))
  await expect(failing).rejects.toThrow('no')
  await Promise.all(others)
  expect(order).toEqual([0, 1, 2, 3])
})
