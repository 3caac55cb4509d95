import { expect, test } from 'vitest'
import { gathered } from './gathered.ts'

type Database = { name: string; asked: number[][] }
const database = (name: string): Database => ({ name, asked: [] })

const double = gathered(async ({ name, asked }: Database, numbers: number[]) => {
  asked.push(numbers)
  if (numbers.includes(13)) throw new Error(`${name} is away`)
  return numbers.map((number) => number * 2)
})

test('the questions of one turn are asked together, each gets its own answer, and those of another database stay apart', async () => {
  const [one, other] = [database('one'), database('other')]
  const answers = await Promise.all([double(one, 1), double(other, 2), double(one, 3), double(one, 1)])
  expect(answers).toEqual([2, 4, 6, 2])
  expect([one.asked, other.asked]).toEqual([[[1, 3, 1]], [[2]]])
  await double(one, 4)
  expect(one.asked).toEqual([[1, 3, 1], [4]])
})

test('a failure reaches everyone who asked in that turn, and no one later', async () => {
  const one = database('one')
  const outcomes = await Promise.allSettled([double(one, 13), double(one, 1)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await double(one, 1)).toBe(2)
})
