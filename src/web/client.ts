import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import type { Calls } from '#kernel/policy.rules.ts'
import { callsOf } from './server-calls.ts'
import { useMay, useMayEach } from './use-may.ts'

/** What screens make of some contracts: their calls, and whether the member's role may make them. */
export type Client<Contracts extends AnyContractRouter> = {
  api: ContractRouterClient<Contracts>
  useMay: (call: Calls<Contracts>) => boolean
  useMayEach: () => (call: Calls<Contracts>) => boolean
}

/**
 * The calls of some contracts by the names that they have everywhere: `api.sales.pay(…)`, `useMay('sales.pay')`.
 * A room makes it once, in `<room>.client.ts`, of the contracts that its screens call: its own, and those of rooms below it.
 */
export function clientOf<Contracts extends Record<string, AnyContractRouter>>(): Client<Contracts> {
  return { api: callsOf<Contracts>(), useMay, useMayEach }
}
