import { clientOf } from '#web/client.ts'
import type { teamContract } from './team.contract.ts'

/** The calls that screens of team make, and what the member's role may. */
export const { api } = clientOf<{ team: typeof teamContract }>()
