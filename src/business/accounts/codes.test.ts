import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { platform } from '#db/tenant.ts'
import { testServer, type TestApp } from '../../../test/app.ts'
import { httpOwner } from '../../../test/browser-session.ts'
import { wholeDatabase } from '../../../test/owner-role.ts'
import { newCode } from './mailed-code.server.ts'

let app: TestApp & { url: string }
beforeEach(async () => {
  app = await testServer()
})
afterEach(() => app.close())

const codeOf = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? ''

/** Forms that reveal a code: two encodings, and hashes that a table of a million entries reverses. */
function tracesOf(code: string): string[] {
  const digest = (algorithm: string) => createHash(algorithm).update(code)
  return [
    Buffer.from(code).toString('hex'),
    Buffer.from(code).toString('base64'),
    digest('sha256').digest('hex'),
    digest('sha256').digest('base64url').slice(0, 40),
    digest('md5').digest('hex'),
  ]
}

function found(codes: string[], text: string): string[] {
  // Ids and hashes eventually contain any six digits, so bare digits are searched for outside them.
  const withoutIds = text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Za-z0-9+/_=-]{20,}/g, '#')
  return codes.filter((code) => withoutIds.includes(code) || tracesOf(code).some((trace) => text.includes(trace)))
}

/** The server-signed part of a mailed link, in the encodings that a table or a log could contain. */
function signaturesOf(text: string): string[] {
  const token = /forgot-password\S*#([\w-]{64})/.exec(text)?.[1] ?? ''
  const signature = Buffer.from(token, 'base64url').subarray(16)
  expect(signature).toHaveLength(32)
  return [token, signature.toString('hex'), signature.toString('base64'), signature.toString('base64url')]
}

test('O7 none of 40 issued codes is in the database, its audit log or the log, before and after they were used', async () => {
  const owners = await Promise.all(Array.from({ length: 4 }, () => httpOwner(app.url)))
  const codes: string[] = []
  const signatures: string[] = []
  for (let round = 0; round < 10; round++) {
    app.clock.advance(3 * 60 * 60_000)
    for (const owner of owners) expect((await owner.rpc('accounts.sendOtp', { email: owner.email })).status).toBe(200)
    const waiting = await wholeDatabase(app.app.db)
    const mails = (await app.mails()).slice(-owners.length)
    const issued = owners.map((owner) => codeOf(mails.find((mail) => mail.to === owner.email)?.text ?? ''))
    expect(issued.every((code) => /^\d{6}$/.test(code))).toBe(true)
    expect(found(issued, waiting)).toEqual([])
    const signed = mails.flatMap(({ text }) => signaturesOf(text))
    expect(signed.filter((signature) => waiting.includes(signature))).toEqual([])
    signatures.push(...signed)
    codes.push(...issued)
    const [owner] = owners
    await owner?.rpc('accounts.verifyOtp', { email: owner.email, otp: issued[1] })
    const { body } = (await owner?.rpc('accounts.verifyOtp', { email: owner.email, otp: issued[0] })) ?? {}
    expect(body).toEqual({ success: true })
  }
  expect(codes).toHaveLength(40)
  const everything = await wholeDatabase(app.app.db)
  expect(everything).toContain('"action": "register"')
  expect(found(codes, everything)).toEqual([])
  expect(signatures).toHaveLength(160)
  expect(signatures.filter((signature) => `${everything}${app.logLines.join('')}`.includes(signature))).toEqual([])
  expect(app.logLines.length).toBeGreaterThan(60)
  expect(found(codes, app.logLines.join(''))).toEqual([])
  // The same search finds a code that a careless line would have stored.
  await platform(app.app.db, (trx) => sql`insert into "limits" values (${`code:${codes[3]}`}, 1, now())`.execute(trx))
  expect(found(codes, await wholeDatabase(app.app.db))).toContain(codes[3])
})

/** The chi-square statistics of the ten digits at each of the six places. */
function unevenness(draws: number): number[] {
  const counts = Array.from({ length: 6 }, () => Array.from({ length: 10 }, () => 0))
  for (let index = 0; index < draws; index++) {
    const code = newCode()
    if (code.length !== 6) throw new Error(`A code of ${code.length} digits`)
    for (let place = 0; place < 6; place++) {
      const row = counts[place] ?? []
      const digit = code.charCodeAt(place) - 48
      row[digit] = (row[digit] ?? 0) + 1
    }
  }
  const expected = draws / 10
  return counts.map((row) => row.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0))
}

test('O7 in 1,000,000 codes each digit is as frequent as the others at each place, zeros in front included', () => {
  // Nine degrees of freedom: p > 0.01 is a statistic under 21.67. For a fair source one of six places exceeds
  // that in every 17th sample, and three samples in a row do so once in 5,000 runs; a skewed source always does.
  const samples: number[] = []
  do samples.push(Math.max(...unevenness(1_000_000)))
  while ((samples.at(-1) ?? 0) >= 21.67 && samples.length < 3)
  expect(samples.at(-1)).toBeLessThan(21.67)
})
