import { createContext, useContext } from 'react'
import { policies, type CallName } from '#entrance/policy.ts'
import { useRoot } from './state.ts'
import { roles, type Role } from '#lib/roles.ts'

/** The role for which the server draws; null in a browser, which keeps the member's. */
export const DrawnRole = createContext<Role | null>(null)

/** The role as which the member acts; the owner's while it is not known, since the server decides anyway. */
export function useRole(): Role {
  const drawn = useContext(DrawnRole)
  const known = useRoot((state) => state.auth.roles)
  return drawn ?? roles.find((role) => role === known) ?? 'owner'
}

/** Tells of any call whether the member's role may make it, by the table that the server decides by (product 4). */
export function useMayEach(): (call: CallName) => boolean {
  const role = useRole()
  return (call) => {
    const { who } = policies[call]
    return who === 'public' || (who !== 'marketplace' && who.includes(role))
  }
}

/**
 * Whether the member's role may make a call, by the table that the server decides by (product 4).
 */
export const useMay = (call: CallName): boolean => useMayEach()(call)
