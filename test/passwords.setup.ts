import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { expect } from 'vitest'
import { isNightly } from './rounds.ts'

/**
 * Files that measure the cost of a hash, or whose accounts sign in at another process. At night all hashes cost as much as in production.
 */
const whole = ['flood.test.ts', 'password.once.test.ts', 'memory.once.test.ts', 'demo.once.test.ts']

type Hash = typeof crypto.argon2 & { whole?: typeof crypto.argon2 }
const loaded: Hash = crypto.argon2
const argon2 = loaded.whole ?? loaded

const isWhole = () => isNightly || whole.some((name) => expect.getState().testPath?.endsWith(`/${name}`))

/**
 * Thousands of accounts are created for tests of something else; their passwords are hashed by the same function with
 * less work. The product does not notice: it requests its own cost, stores that, and gets an answer.
 */
const cheap: Hash = (algorithm, parameters, callback) =>
  argon2(algorithm, isWhole() ? parameters : { ...parameters, memory: 8, passes: 1 }, callback)
cheap.whole = argon2

crypto.argon2 = cheap
syncBuiltinESMExports()
