import { createContext, useContext } from 'react'
import { useRoot } from './state.ts'
import type { Policy } from '#kernel/policy.rules.ts'
import { roles, type Role } from '#lib/roles.ts'

/** The role that the server renders for; null in a browser, which stores the member's own. */
export const DrawnRole = createContext<Role | null>(null)

/** The role that the member acts as; owner while it is unknown, since the server enforces permissions anyway. */
export function useRole(): Role {
  const drawn = useContext(DrawnRole)
  const known = useRoot((state) => state.auth.roles)
  return drawn ?? roles.find((role) => role === known) ?? 'owner'
}

/** The policy table that the server enforces, once the entrance has provided it. */
let policies: Readonly<Record<string, Policy>> = {}

/** Provides every call's policy to the screens; must be called before rendering (src/app/start.tsx, first-picture.tsx). */
export function setPolicies(all: Readonly<Record<string, Policy>>): void {
  policies = all
}

/**
 * Returns a check of whether the member's role may make a call, by the server's own policy table (product 4).
 * Screens use it through their room's client, which knows the names of the calls.
 * @throws for a call without a policy, and therefore before `setPolicies`
 */
export function useMayEach(): (call: string) => boolean {
  const role = useRole()
  return (call) => {
    const policy = policies[call]
    if (!policy) throw new Error(`no policy of ${call}`)
    return policy.who === 'public' || (policy.who !== 'marketplace' && policy.who.includes(role))
  }
}

/** Whether the member's role may make a call; see `useMayEach`. */
export const useMay = (call: string): boolean => useMayEach()(call)
