import { isContractProcedure } from '@orpc/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#entrance/contract.ts'
import { policies, type CallName } from '#entrance/policy.ts'
import { roles, type Role } from '#lib/roles.ts'
import { joined, onPlan } from '#directory/team/team.sample.ts'
import { areas, rightOf, type Area } from '#app/rights.ts'
import lib from '#lib/text.en.json'
import team from '#directory/team/text.en.json'
import { testApp, type TestApp } from './app.ts'
import { floor } from './floor.ts'
import { markdown } from './markdown.ts'

/** Section 4 of the product, row by row: owner, manager, front desk, trainer, accountant. */
const product: Record<Area, readonly string[]> = {
  floor: ['Edit', 'Edit', 'View', 'Own sessions', 'View'],
  attendance: ['Edit', 'Edit', 'Edit', 'Own', 'View'],
  customers: ['All', 'All', 'Contact', 'First name', 'None'],
  sales: ['All', 'To limit', 'Sell; refund to limit', 'No', 'View'],
  money: ['All', 'View', 'Cash-up', 'Own pay', 'Edit'],
  competition: ['Edit', 'Edit', 'View', 'Score', 'View'],
  office: ['All', 'No plan, no bank', 'No', 'No', 'Export'],
}

const calls = Object.entries(contract).flatMap(([group, members]) =>
  Object.entries(members).flatMap(([call, procedure]) => (isContractProcedure(procedure) ? [`${group}.${call}` as CallName] : [])),
)
// This call ends the session that the calls after it need.
const membersOnly = calls.filter((name) => typeof policies[name].who !== 'string' && name !== 'accounts.signOutEverywhere')

let app: TestApp
let may: Record<Role, Set<CallName>>
beforeAll(async () => {
  app = await testApp()
  const { owner, trainer } = await floor(app)
  await onPlan(owner, 'elite')
  may = Object.fromEntries(roles.map((role) => [role, new Set<CallName>()])) as typeof may
  for (const role of roles) {
    const member = role === 'owner' ? owner : await joined(app, owner, role, role === 'trainer' ? trainer.id : null)
    const client = member.calls as unknown as Record<string, Record<string, (input?: unknown) => Promise<unknown>>>
    for (const name of membersOnly) {
      const [group = '', call = ''] = name.split('.')
      const said = await client[group]?.[call]?.({}).then(
        () => 'accepted',
        (error: { code: string }) => error.code,
      )
      expect(said, `${role} ${name}`).not.toBe('auth/session-expired')
      if (said !== 'permission/denied') may[role].add(name)
    }
    // There may be more roles than a plan has accounts.
    const { rows } = await owner.calls.team.list({})
    for (const { id, version } of rows.filter((row) => row.role === role && role !== 'owner'))
      await owner.calls.team.remove({ id, version })
  }
})
afterAll(() => app.close())

const wordOf = (area: Area, role: Role) =>
  (team.rights.may as Record<string, string>)[rightOf(area, role, (call) => may[role].has(call))] ?? ''

test('T6 each role that was really invited may do what section 4 of the product says, by every call that it makes', () => {
  for (const area of Object.keys(areas) as Area[])
    expect(
      roles.map((role) => wordOf(area, role)),
      area,
    ).toEqual(product[area])
})

test('T6 what is answered is what the table says, for each call and role', () => {
  let cells = 0
  for (const name of membersOnly)
    for (const role of roles) {
      cells += 1
      expect(may[role].has(name), `${role} ${name}`).toBe((policies[name].who as readonly Role[]).includes(role))
    }
  expect(cells).toBeGreaterThan(600)
})

test('docs/roles.md is what the running product answers (vitest -u writes it again)', async () => {
  const names = roles.map((role) => lib.roles[role])
  const areaRows = (Object.keys(areas) as Area[]).map((area) => [team.rights.areas[area], ...roles.map((role) => wordOf(area, role))])
  const callRows = membersOnly.map((name) => [`\`${name}\``, ...roles.map((role) => (may[role].has(name) ? 'yes' : '–'))])
  const page = `# What each role may do

Made by \`test/roles.test.ts\` from the answers that a running product gave to members of each role who had been invited. A trainer's calls are narrowed to the own sessions and first names; limits are those of \`src/money/sales/sale.rules.ts\`.

${markdown([team.rights.area, ...names], areaRows)}

## Call by call

${markdown(['call', ...names], callRows)}
`
  await expect(page).toMatchFileSnapshot('../docs/roles.md')
})
