import { clientOf } from '#web/client.ts'
import type { saleContract } from '#money/sales/sale.contract.ts'
import type { financeContract } from './finance.contract.ts'

/** The calls that the finance screens make, and what the member's role may do. */
export const { api, useMay } = clientOf<{ sales: typeof saleContract; finance: typeof financeContract }>()
