import { clientOf } from '#web/client.ts'
import type { saleContract } from '#money/sales/sale.contract.ts'
import type { financeContract } from './finance.contract.ts'

/** The calls that screens of finance make, and what the member's role may. */
export const { api, useMay } = clientOf<{ sales: typeof saleContract; finance: typeof financeContract }>()
