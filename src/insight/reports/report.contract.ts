import { auditContract } from './audit.contract.ts'
import { dayContract } from './day.contract.ts'
import { occupancyContract } from './occupancy.contract.ts'
import { subscriptionContract } from './subscription.contract.ts'

export const reportContract = { ...auditContract, ...dayContract, ...subscriptionContract, ...occupancyContract }
