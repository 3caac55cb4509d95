import type { Role } from '#lib/roles.ts'
import { givenRoles, type GivenRole } from './team.contract.ts'

/** How long an invitation can be accepted (product 3), in milliseconds. */
export const invitationMs = 7 * 86_400_000

/**
 * The roles that a member may grant, and whose holders they may change (product 4). No one grants permissions that they
 * lack: an accountant edits the books, which a manager only sees.
 */
export const grants: Record<Role, readonly GivenRole[]> = {
  owner: givenRoles,
  manager: ['manager', 'frontDesk', 'trainer'],
  frontDesk: [],
  trainer: [],
  accountant: [],
}

/** Whether a member may change another: never themselves or the owner, and only someone whose role they could grant. */
export function mayChange(self: { userId: string; role: Role }, other: { id: string; role: Role }): boolean {
  return self.userId !== other.id && grants[self.role].some((role) => role === other.role)
}
