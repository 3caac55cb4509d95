import { createContext, useContext } from 'react'
import { useRoot } from './state.ts'
import type { Policy } from '#kernel/policy.rules.ts'
import { roles, type Role } from '#lib/roles.ts'

/** The role for which the server draws; null in a browser, which keeps the member's. */
export const DrawnRole = createContext<Role | null>(null)

/** The role as which the member acts; the owner's while it is not known, since the server decides anyway. */
export function useRole(): Role {
  const drawn = useContext(DrawnRole)
  const known = useRoot((state) => state.auth.roles)
  return drawn ?? roles.find((role) => role === known) ?? 'owner'
}

/** The table by which the server decides, once the entrance has given it. */
let policies: Readonly<Record<string, Policy>> = {}

/** Gives the screens the policy of every call; anyone who draws them does so first (src/app/start.tsx, first-picture.tsx). */
export function setPolicies(all: Readonly<Record<string, Policy>>): void {
  policies = all
}

/**
 * Tells of any call whether the member's role may make it, by the table that the server decides by (product 4).
 * Screens have it from their room's client, which knows the names of the calls.
 * @throws for a call without a policy, so also before `setPolicies`
 */
export function useMayEach(): (call: string) => boolean {
  const role = useRole()
  return (call) => {
    const policy = policies[call]
    if (!policy) throw new Error(`no policy of ${call}`)
    return policy.who === 'public' || (policy.who !== 'marketplace' && policy.who.includes(role))
  }
}

/** Whether the member's role may make a call, as `useMayEach` tells. */
export const useMay = (call: string): boolean => useMayEach()(call)
