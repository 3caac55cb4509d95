import type { Caller, TestApp } from '../../../test/app.ts'
import { goodPassword } from '../../../test/app.ts'
import { newId } from '#kernel/ids.ts'
import type { GivenRole } from './team.contract.ts'

/** The secret of the newest invitation mailed to an address. */
export async function invitedToken(app: TestApp, email: string): Promise<string> {
  const mail = (await app.mails()).findLast(({ to }) => to === email)
  return /\/invite\?lang=(?:en|ar)#([A-Za-z0-9_-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** Someone who was invited, accepted, and signed in, in a separate browser. */
export async function joined(app: TestApp, owner: Pick<Caller, 'calls'>, role: GivenRole, trainer: string | null = null) {
  const email = `${role.toLowerCase()}-${newId()}@example.com`
  await owner.calls.team.invite({ email, role, trainer })
  const caller = app.browser()
  const token = await invitedToken(app, email)
  await caller.calls.team.accept({ token, password: goodPassword, confirmPassword: goodPassword })
  await caller.calls.accounts.signIn({ email, password: goodPassword })
  const { userId } = await caller.calls.accounts.session()
  return { ...caller, email, password: goodPassword, userId }
}

/** Puts a vendor on a plan. */
export async function onPlan({ calls }: Pick<Caller, 'calls'>, plan: 'starter' | 'pro' | 'elite'): Promise<void> {
  await calls.plans.change({ plan, version: (await calls.plans.current()).version })
}

/** Looks up team rows, members and invitations alike, by e-mail. */
export async function teamOf({ calls }: Pick<Caller, 'calls'>, state: 'current' | 'removed' = 'current') {
  const { rows } = await calls.team.list({ state, size: 100 })
  return (email: string) => {
    const row = rows.find((known) => known.email === email)
    if (!row) throw new Error(`${email} is not in the team`)
    return row
  }
}
