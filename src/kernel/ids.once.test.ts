import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { newId, withIdsFrom } from './ids.ts'

const moment = Date.UTC(2026, 9, 5)

test('ids of one millisecond sort as they were made, past the count of twelve bits too', () => {
  const ids = Array.from({ length: 20_000 }, () => newId(moment))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(20_000)
  expect(newId(moment + 1) > ids.at(-1)!).toBe(true)
  expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(true)
})

test('drawn from one source, the same ids are made again, whatever was made besides', async () => {
  const run = () => {
    let turn = 0
    const source = (size: number) => createHash('sha256').update(String(turn++)).digest().subarray(0, size)
    return withIdsFrom(source, async () => Array.from({ length: 5 }, (_, at) => newId(moment + Math.floor(at / 2))))
  }
  const first = await run()
  newId(moment)
  expect(await run()).toEqual(first)
})
