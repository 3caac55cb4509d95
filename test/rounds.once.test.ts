import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { atNight } from './rounds.ts'

test('what waits for the nightly run is named, file by file', () => {
  const asking = globSync('{src,test,e2e}/**/*.{ts,tsx}').filter((file) =>
    /from '(?:\.\.?\/|#)[^']*rounds\.ts'/.test(readFileSync(file, 'utf8')),
  )
  const own = 'test/rounds.once.test.ts'
  expect(asking.filter((file) => file !== own).toSorted()).toEqual(Object.keys(atNight).toSorted())
})
