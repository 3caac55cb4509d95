import { raiseBroken } from '#kernel/alarms.ts'
import { handlersOf, memberOf } from '#kernel/base.ts'
import { run } from '#kernel/inside.ts'
import { readAudit, readAuditors, readChain } from './audit.server.ts'
import { closeDay, readDay, readDays } from './day.server.ts'
import { readPeople } from './people.server.ts'
import { readSubscriptions } from './subscription.server.ts'
import { reportContract } from './report.contract.ts'

const os = handlersOf({ reports: reportContract })

export const reportHandlers = {
  audit: os.reports.audit.handler(run(readAudit)),
  auditors: os.reports.auditors.handler(run(readAuditors)),
  chain: os.reports.chain.handler(async ({ context: call }) => {
    const found = await run((inside) => readChain(inside))({ context: call, input: undefined })
    if (found.entries.brokenAt !== null || found.events.brokenAt !== null) await raiseBroken(call, memberOf(call).vendorId)
    return found
  }),
  dayExpected: os.reports.dayExpected.handler(run(readDay)),
  dayCloses: os.reports.dayCloses.handler(run(readDays)),
  closeDay: os.reports.closeDay.handler(run(closeDay)),
  subscriptions: os.reports.subscriptions.handler(run(readSubscriptions)),
  people: os.reports.people.handler(run(readPeople)),
}
