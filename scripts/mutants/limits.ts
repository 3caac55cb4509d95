import { mutantsOf } from './mutant.ts'

const account = ['src/business/accounts/account.test.ts']
const secondFactor = ['src/business/accounts/second-factor.test.ts']

/** Rate limits, how long attempts count, and what a session is. */
export const limits = [
  ...mutantsOf('src/kernel/limits.ts', account, [
    [`name: 'signIn:email', most: 10`, `name: 'signIn:email', most: 11`],
    [`row.count > limit.most ? row.left : 0`, `row.count > limit.most + 1 ? row.left : 0`],
  ]),
  ...mutantsOf(
    'src/kernel/limits.ts',
    ['src/business/accounts/recovery.test.ts'],
    [
      [`name: 'signIn:browser', most: 10`, `name: 'signIn:browser', most: 11`],
      [`name: 'code:minute', most: 1`, `name: 'code:minute', most: 2`],
      [`name: 'code:hour', most: 3`, `name: 'code:hour', most: 4`],
      [`name: 'code:day', most: 10`, `name: 'code:day', most: 11`],
    ],
  ),
  ...mutantsOf(
    'src/kernel/limits.ts',
    ['src/business/accounts/lockout.test.ts'],
    [[`name: 'code:reader', most: 6`, `name: 'code:reader', most: 7`]],
  ),
  ...mutantsOf(
    'src/kernel/limits.ts',
    ['src/business/accounts/reset-link.test.ts'],
    [[`name: 'link:address', most: 30`, `name: 'link:address', most: 31`]],
  ),
  ...mutantsOf(
    'src/kernel/limits.ts',
    ['src/business/accounts/email-proof.test.ts'],
    [[`name: 'mail:turn', most: 500`, `name: 'mail:turn', most: 501`]],
  ),
  ...mutantsOf('src/business/accounts/sign-in.server.ts', account, [
    [`if (!user || !isRight || !user.vendorId`, `if (!user || !user.vendorId`],
  ]),
  ...mutantsOf('src/business/accounts/admit-member.server.ts', account, [
    [`if (!trialStartedAt) await startTrial`, `if (trialStartedAt) await startTrial`],
  ]),
  ...mutantsOf(
    'src/business/accounts/admit-member.server.ts',
    ['src/business/accounts/recovery.test.ts'],
    [[`.where('passwordHash', '=', place('passwordHash'))`, ``]],
  ),
  ...mutantsOf(
    'src/business/accounts/sign-in.server.ts',
    ['src/directory/team/team.test.ts'],
    [[`if (user.state === 'asleep') {`, `if (user.state === 'never') {`]],
  ),
  ...mutantsOf('src/business/accounts/authenticate.server.ts', account, [
    [`.where('sessions.expiresAt', '>', place('now'))`, ``],
    [
      `.where('sessions.expiresAt', '>', place('now'))\n    .where('members.state', '=', 'active'),`,
      `.where('sessions.expiresAt', '>', place('now')),`,
    ],
  ]),
  ...mutantsOf(
    'src/business/accounts/sign-in-session.rules.ts',
    ['src/business/accounts/sign-in-session.test.ts'],
    [
      [`sessionMs = 86_400_000`, `sessionMs = 86_460_000`],
      [`now - loginTime < sessionMs`, `now - loginTime <= sessionMs`],
    ],
  ),
  ...mutantsOf(
    'src/business/accounts/sign-in-session.rules.ts',
    ['src/business/accounts/open-sessions.test.ts'],
    [[`sessionsMost = 20`, `sessionsMost = 21`]],
  ),
  ...mutantsOf('src/business/accounts/second-factor.server.ts', account, [
    [`.where('totpLastStep', '<', step)`, `.where('totpLastStep', '<=', step)`],
    [`if (code === undefined) throw`, `if (code === undefined) return\n  if (code === '') throw`],
  ]),
  ...mutantsOf(
    'src/business/accounts/reset-grant.server.ts',
    ['src/business/accounts/recovery.test.ts'],
    [[`const grantMs = 10 * 60_000`, `const grantMs = 11 * 60_000`]],
  ),
  ...mutantsOf('src/business/accounts/recovery-code.server.ts', secondFactor, [
    [
      `.deleteFrom('recoveryCodes')\n    .where('userId', '=', userId)\n    .where('hash'`,
      `.updateTable('recoveryCodes')\n    .set({ userId })\n    .where('userId', '=', userId)\n    .where('hash'`,
    ],
  ]),
]
