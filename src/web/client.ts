import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import type { Calls } from '#kernel/policy.rules.ts'
import { callsOf } from './server-calls.ts'
import { useMay, useMayEach } from './use-may.ts'

/** A client for some contracts: their calls, and whether the member's role may make them. */
export type Client<Contracts extends AnyContractRouter> = {
  api: ContractRouterClient<Contracts>
  useMay: (call: Calls<Contracts>) => boolean
  useMayEach: () => (call: Calls<Contracts>) => boolean
}

/**
 * The calls of some contracts by their full names: `api.sales.pay(…)`, `useMay('sales.pay')`.
 * Each room creates its client once, in `<room>.client.ts`, from its own contracts and those of rooms below it.
 */
export function clientOf<Contracts extends Record<string, AnyContractRouter>>(): Client<Contracts> {
  return { api: callsOf<Contracts>(), useMay, useMayEach }
}
