import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, passwordMatches } from './password.server.ts'

test('A5 a password is stored as its argon2id hash of 19 MiB and two passes, with a salt of its own', async () => {
  const password = 'touch-line-Court-at-9'
  const [one, other] = await Promise.all([hashPassword(password), hashPassword(password)])
  const [, scheme, version, cost, salt = '', tag] = one.split('$')
  expect([scheme, version, cost]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1'])
  const nonce = Buffer.from(salt, 'base64')
  expect(nonce).toHaveLength(16)
  const derived = argon2Sync('argon2id', { message: password, nonce, memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 })
  expect(derived.toString('base64').replace(/=+$/, '')).toBe(tag)
  expect(other).not.toContain(salt)
  expect(await passwordMatches(password, one)).toBe(true)
  expect(await passwordMatches(`${password}0`, one)).toBe(false)
})
