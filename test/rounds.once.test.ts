import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { long, walks } from './long.ts'
import { atNight, onlyAtNight } from './rounds.ts'

test('what waits for the nightly run is named, file by file', () => {
  const asking = globSync('{src,test,e2e}/**/*.{ts,tsx}').filter((file) =>
    /from '(?:\.\.?\/|#)[^']*(?:rounds|test\/turns)\.ts'/.test(readFileSync(file, 'utf8')),
  )
  const own = ['test/engine-rounds.ts', 'test/rounds.once.test.ts', 'test/turns.ts', 'test/turns.once.test.ts']
  expect([...asking.filter((file) => !own.includes(file)), ...onlyAtNight].toSorted()).toEqual(Object.keys(atNight).toSorted())
})

test('what the run begins with is there', () => expect([...long, ...walks].filter((file) => !existsSync(file))).toEqual([]))
