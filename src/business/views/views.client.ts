import { clientOf } from '#web/client.ts'
import type { viewContract } from './view.contract.ts'

/** The calls of members' own views. */
export const { api } = clientOf<{ views: typeof viewContract }>()
