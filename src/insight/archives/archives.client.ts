import { clientOf } from '#web/client.ts'
import type { archiveContract } from './archive.contract.ts'

/** The calls that archive screens make, and which of them the member's role allows. */
export const { api, useMay } = clientOf<{ archives: typeof archiveContract }>()
