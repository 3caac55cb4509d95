import { expect, test } from 'vitest'
import { setupPercent, setupTasks } from './setup.rules.ts'

test('each of the five flags that is true is worth 20, and all of them 100', () => {
  expect(setupPercent({})).toBe(0)
  for (const task of ['addBatch', 'addHall', 'addTrainer', 'profileCompleted', 'serviceCompleted'] as const)
    expect(setupPercent({ [task]: true }), task).toBe(20)
  expect(setupTasks.map((_, at) => setupPercent(Object.fromEntries(setupTasks.slice(0, at + 1).map((task) => [task, true]))))).toEqual([
    20, 40, 60, 80, 100,
  ])
  expect(setupPercent({ addBatch: true, addHall: false })).toBe(20)
})
