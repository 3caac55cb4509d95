import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { expect } from 'vitest'
import { isNightly } from './rounds.ts'

/** Files that measure what a hash costs, or whose accounts sign in at another process. At night all hashes cost what they do in production. */
const whole = ['flood.test.ts', 'password.test.ts', 'memory.once.test.ts', 'demo.once.test.ts']

type Hash = typeof crypto.argon2 & { whole?: typeof crypto.argon2 }
const loaded: Hash = crypto.argon2
const argon2 = loaded.whole ?? loaded

const isWhole = () => isNightly || whole.some((name) => expect.getState().testPath?.endsWith(`/${name}`))

/**
 * Thousands of accounts are made for tests that are about something else; their passwords are hashed by the same function with
 * less work. The product knows nothing of it: it asks for its own cost, stores that, and is answered.
 */
const cheap: Hash = (algorithm, parameters, callback) =>
  argon2(algorithm, isWhole() ? parameters : { ...parameters, memory: 8, passes: 1 }, callback)
cheap.whole = argon2

crypto.argon2 = cheap
syncBuiltinESMExports()
