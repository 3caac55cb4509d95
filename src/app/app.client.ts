import type { contract } from '#entrance/contract.ts'
import { clientOf } from '#web/client.ts'

/** Every call of the product: for the shell and for pages that combine several rooms. Each room has its own client. */
export const { api, useMay, useMayEach } = clientOf<typeof contract>()
