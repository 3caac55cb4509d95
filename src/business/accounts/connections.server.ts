import { policies, type CallName } from '#entrance/policy.ts'
import type { Trx } from '#db/tenant.ts'
import type { Call } from '#kernel/base.ts'
import type { Role } from '#lib/roles.ts'

/** Whose account is reset, in the transaction of the reset. */
export type Reset = { trx: Trx; call: Call; vendorId: string; userId: string; role: string }

/** The ways in for programs, each with the call by which a member ends one. */
const connections: { call: CallName; end: (reset: Reset) => Promise<void> }[] = []

/** Registers what a reset of a password ends on request. @param call by which a member ends one: only who may make it ends them all */
export function endOnReset(call: CallName, end: (reset: Reset) => Promise<void>): void {
  connections.push({ call, end })
}

/** Ends every way in for programs that the member may end, such as API keys. */
export async function endConnections(reset: Reset): Promise<void> {
  for (const { call, end } of connections) {
    const { who } = policies[call]
    if (typeof who !== 'string' && who.includes(reset.role as Role)) await end(reset)
  }
}
