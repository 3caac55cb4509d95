import { raiseBroken } from '#kernel/alarms.ts'
import { handlersOf, memberOf } from '#kernel/base.ts'
import { catchingUp, inTenant } from '#kernel/context.ts'
import { readAudit, readAuditors, readChain } from './audit.server.ts'
import { closeDay, readDay, readDays } from './day.server.ts'
import { readOccupancy } from './occupancy.server.ts'
import { readPeople } from './people.server.ts'
import { readSubscriptions } from './subscription.server.ts'
import { reportContract } from './report.contract.ts'

const os = handlersOf({ reports: reportContract })

export const reportHandlers = {
  audit: os.reports.audit.handler(inTenant(readAudit)),
  auditors: os.reports.auditors.handler(inTenant(readAuditors)),
  chain: os.reports.chain.handler(async ({ context: call }) => {
    const found = await catchingUp((ctx) => readChain(ctx))({ context: call, input: undefined })
    if (found.entries.brokenAt !== null || found.events.brokenAt !== null) await raiseBroken(call, memberOf(call).vendorId)
    return found
  }),
  dayExpected: os.reports.dayExpected.handler(inTenant(readDay)),
  dayCloses: os.reports.dayCloses.handler(inTenant(readDays)),
  closeDay: os.reports.closeDay.handler(inTenant(closeDay)),
  subscriptions: os.reports.subscriptions.handler(inTenant(readSubscriptions)),
  occupancy: os.reports.occupancy.handler(inTenant(readOccupancy)),
  people: os.reports.people.handler(inTenant(readPeople)),
}
