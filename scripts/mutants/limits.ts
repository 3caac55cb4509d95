import { mutantsOf } from './mutant.ts'

const secondFactor = ['src/business/accounts/second-factor.test.ts']

/** How often something may be tried, how long it counts, and what a session is. */
export const limits = [
  ...mutantsOf(
    'src/business/accounts/session.rules.ts',
    ['src/business/accounts/session.test.ts'],
    [
      [`sessionMs = 86_400_000`, `sessionMs = 86_460_000`],
      [`now - loginTime < sessionMs`, `now - loginTime <= sessionMs`],
    ],
  ),
  ...mutantsOf('src/business/accounts/recovery-code.server.ts', secondFactor, [
    [
      `.deleteFrom('recoveryCodes')\n    .where('userId', '=', userId)\n    .where('hash'`,
      `.updateTable('recoveryCodes')\n    .set({ userId })\n    .where('userId', '=', userId)\n    .where('hash'`,
    ],
  ]),
]
