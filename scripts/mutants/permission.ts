import { mutantsOf } from './mutant.ts'

const rights = ['test/rights.once.test.ts']
const teamRules = ['src/directory/team/team.rules.test.ts']
const team = ['src/directory/team/team.test.ts']
const invite = ['src/directory/team/invite.test.ts']

/** Who may do what: rows of the policy table, checks before a call runs, and who may change whom. */
export const permission = [
  ...mutantsOf('src/kernel/policy.rules.ts', rights, [
    [`const floorEditors = ['owner', 'manager'] as const`, `const floorEditors = ['owner', 'manager', 'frontDesk'] as const`],
    [`const floorViewers = ['owner', 'manager', 'frontDesk', 'accountant'] as const`, `const floorViewers = everyone`],
    [`bookkeeping: Policy = { who: ['owner', 'accountant']`, `bookkeeping: Policy = { who: ['owner', 'manager', 'accountant']`],
    [
      `seeFinance: Policy = { who: ['owner', 'manager', 'accountant']`,
      `seeFinance: Policy = { who: ['owner', 'manager', 'accountant', 'frontDesk']`,
    ],
    [`exportAll: Policy = { who: ['owner', 'accountant']`, `exportAll: Policy = { who: ['owner', 'manager', 'accountant']`],
    [`markAttendance: Policy = { who: ['owner', 'manager', 'frontDesk', 'trainer']`, `markAttendance: Policy = { who: everyone`],
    [`desk: Policy = { who: ['owner', 'manager', 'frontDesk'], writes: 'nothing' }`, `desk: Policy = { who: everyone, writes: 'nothing' }`],
    [
      `deskWrites: Policy = { who: ['owner', 'manager', 'frontDesk'], writes: 'vendor' }`,
      `deskWrites: Policy = { who: everyone, writes: 'vendor' }`,
    ],
    [`seeSales: Policy = { who: ['owner', 'manager', 'frontDesk', 'accountant']`, `seeSales: Policy = { who: everyone`],
    [
      `grantAccess: Policy = { who: floorEditors, writes: 'vendor', recent: true }`,
      `grantAccess: Policy = { who: floorEditors, writes: 'vendor' }`,
    ],
    [`revokeAccess: Policy = { who: floorEditors, writes: 'access' }`, `revokeAccess: Policy = { who: floorEditors, writes: 'vendor' }`],
    [`selfSensitive: Policy = { who: everyone, writes: 'own', recent: true }`, `selfSensitive: Policy = { who: everyone, writes: 'own' }`],
    [`countDay = ['owner', 'manager', 'frontDesk', 'accountant']`, `countDay = ['owner', 'manager', 'accountant']`],
  ]),
  ...mutantsOf('src/entrance/policy.ts', rights, [
    [`'plans.change': { who: owner,`, `'plans.change': { who: ['owner', 'manager'],`],
    [`'customers.erase': { who: owner,`, `'customers.erase': { who: ['owner', 'manager'],`],
    [`'team.invite': { ...grantAccess, verified: true }`, `'team.invite': grantAccess`],
    [`'team.resend': { ...edit, verified: true }`, `'team.resend': edit`],
    [`'team.remove': { ...revokeAccess, recent: true }`, `'team.remove': revokeAccess`],
    [`'team.withdraw': revokeAccess`, `'team.withdraw': edit`],
    [`'customers.archive': edit`, `'customers.archive': deskWrites`],
    [`'customers.merge': edit`, `'customers.merge': deskWrites`],
    [`'imports.undo': edit`, `'imports.undo': deskWrites`],
    [`'sessions.cancel': edit`, `'sessions.cancel': markAttendance`],
    [`'setup.saveTax': edit`, `'setup.saveTax': deskWrites`],
    [`'enrolments.offerNext': { ...deskWrites, verified: true }`, `'enrolments.offerNext': deskWrites`],
    [`'accounts.removeTotp': selfSensitive`, `'accounts.removeTotp': selfWrites`],
    [`'accounts.changePassword': selfSensitive`, `'accounts.changePassword': selfWrites`],
  ]),
  ...mutantsOf(
    'src/kernel/base.ts',
    ['src/business/accounts/account.test.ts'],
    [
      [`const recentMs = 15 * 60_000`, `const recentMs = 16 * 60_000`],
      [`.daysLeft === 0)`, `.daysLeft < 0)`],
      [`if (policy.recent && `, `if (policy.verified && `],
    ],
  ),
  ...mutantsOf(
    'src/kernel/base.ts',
    ['src/directory/team/team.test.ts'],
    [
      [`if (!policy.who.includes(session.role))`, `if (!policy.who.includes(session.ownRole))`],
      [`policy.writes !== 'nothing' && policy.writes !== 'own') throw`, `policy.writes === 'own') throw`],
    ],
  ),
  ...mutantsOf(
    'src/kernel/base.ts',
    ['src/business/accounts/email-proof.test.ts'],
    [
      [`if (!emailIsVerified) throw`, `if (emailIsVerified === undefined) throw`],
      [`if (policy.verified) requireVerified`, `if (policy.recent) requireVerified`],
    ],
  ),
  ...mutantsOf(
    'src/kernel/base.ts',
    ['test/policy.test.ts'],
    [
      [`if (!isSigned(app, call.proof ?? null)) throw`, `if (call.proof === null) throw`],
      [`if (!session) throw failure('auth/session-expired')\n  if`, `if (!session) return\n  if`],
    ],
  ),
  ...mutantsOf('src/directory/team/team.rules.ts', teamRules, [
    [`manager: ['manager', 'frontDesk', 'trainer'],`, `manager: ['manager', 'frontDesk', 'trainer', 'accountant'],`],
    [`frontDesk: [],`, `frontDesk: ['frontDesk'],`],
    [`self.userId !== other.id && `, ``],
  ]),
  ...mutantsOf('src/directory/team/team.rules.ts', teamRules, [[`7 * 86_400_000`, `8 * 86_400_000`]]),
  ...mutantsOf('src/directory/team/team.actions.server.ts', team, [
    [`if (!mayChange(memberOf(ctx.call), row)) throw`, `if (false) throw`],
    [`if (!from.includes(row.state)) throw`, `if (false) throw`],
    [`if (row.version !== version) throw`, `if (row.version < version) throw`],
  ]),
  ...mutantsOf('src/directory/team/invite.server.ts', invite, [
    [`, now)) >= allowed)`, `, now)) > allowed)`],
    [`if (row.state === 'expired') await claimAccount`, `if (row.state === 'never') await claimAccount`],
  ]),
  ...mutantsOf('src/directory/team/accept.server.ts', invite, [[`instant(app))) > allowed)`, `instant(app))) > allowed + 1)`]]),
]
