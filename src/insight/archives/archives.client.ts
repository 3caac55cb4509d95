import { clientOf } from '#web/client.ts'
import type { archiveContract } from './archive.contract.ts'

/** The calls that screens of archives make, and what the member's role may. */
export const { api, useMay } = clientOf<{ archives: typeof archiveContract }>()
