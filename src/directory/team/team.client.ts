import { clientOf } from '#web/client.ts'
import type { teamContract } from './team.contract.ts'

/** The API calls of the team screens, and the permissions of the member's role. */
export const { api } = clientOf<{ team: typeof teamContract }>()
