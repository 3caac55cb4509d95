import { expect, test } from 'vitest'
import { semaphore } from './semaphore.ts'

test('what is urgent goes first, and is refused only where as many urgent ones wait', async () => {
  const { run } = semaphore(1, 2)
  const order: string[] = []
  let start = () => {}
  const begun = new Promise<void>((resolve) => (start = resolve))
  const work = (name: string) => async () => {
    await begun
    order.push(name)
  }
  const refused = (running: Promise<void>) =>
    running.then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
  const all = [run(work('first')), run(work('usual 1')), run(work('usual 2')), run(work('urgent 1'), true), run(work('urgent 2'), true)]
  expect(await refused(run(work('usual 3')))).toBe('server/busy')
  expect(await refused(run(work('urgent 3'), true))).toBe('server/busy')
  start()
  await Promise.all(all)
  expect(order).toEqual(['first', 'urgent 1', 'urgent 2', 'usual 1', 'usual 2'])
})
