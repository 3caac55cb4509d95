import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { policies } from '#entrance/policy.ts'
import { roles, type Role } from '#lib/roles.ts'

const rows = Object.entries(policies)
/** The calls whose policy meets a condition, sorted by name. */
const those = (holds: (policy: (typeof rows)[number][1]) => boolean | undefined) =>
  rows.flatMap(([name, policy]) => (holds(policy) ? [name] : [])).toSorted()

test('T6 the table gives each role the calls that docs/roles.md says', () => {
  const cells = readFileSync('docs/roles.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  expect(cells.length).toBeGreaterThan(150)
  for (const [, call = '', ...said] of cells) {
    const { who } = policies[call.replaceAll('`', '') as keyof typeof policies]
    expect(
      roles.map((role) => (who as readonly Role[]).includes(role)),
      call,
    ).toEqual(roles.map((_, index) => said[index] === 'yes'))
  }
})

test('what asks for the password again, for a proved address, and what is open after the trial', () => {
  expect(those(({ recent }) => recent)).toMatchInlineSnapshot(`
    [
      "accounts.beginPasskey",
      "accounts.beginTotp",
      "accounts.changePassword",
      "accounts.createRecoveryCodes",
      "accounts.removePasskey",
      "accounts.removeTotp",
      "archives.begin",
      "archives.open",
      "customers.erase",
      "keys.create",
      "payouts.setAccount",
      "plans.change",
      "sales.savePaymentDetails",
      "team.changeRole",
      "team.invite",
      "team.reactivate",
      "team.remove",
      "webhooks.create",
      "webhooks.roll",
      "webhooks.update",
    ]
  `)
  expect(those(({ verified }) => verified)).toMatchInlineSnapshot(`
    [
      "accounts.beginPasskey",
      "accounts.beginTotp",
      "challenges.invite",
      "enrolments.offerNext",
      "keys.create",
      "quotes.send",
      "sales.remind",
      "sales.send",
      "team.invite",
      "team.resend",
      "webhooks.create",
    ]
  `)
  expect(those(({ writes }) => writes === 'access')).toMatchInlineSnapshot(`
    [
      "archives.begin",
      "customers.erase",
      "plans.change",
      "team.remove",
      "team.suspend",
      "team.withdraw",
    ]
  `)
})

test('whom no one has to know may do what needs no session alone', () => {
  expect(those(({ who }) => who === 'public')).toMatchInlineSnapshot(`
    [
      "accounts.beginPasskeySignIn",
      "accounts.register",
      "accounts.resetPasswordWithOtp",
      "accounts.sendOtp",
      "accounts.signIn",
      "accounts.signInWithPasskey",
      "accounts.signOut",
      "accounts.verifyLink",
      "accounts.verifyOtp",
      "enrolments.answer",
      "enrolments.place",
      "quotes.answer",
      "quotes.offer",
      "setup.countries",
      "team.accept",
      "team.invitation",
    ]
  `)
  expect(those(({ who, writes }) => typeof who === 'string' && (writes === 'access' || who === 'marketplace'))).toMatchInlineSnapshot(`
    [
      "marketplace.sell",
    ]
  `)
})
