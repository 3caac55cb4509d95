import { floors, folderOf } from './floors.ts'

/** What stands elsewhere than it is to: a file or a folder (with a slash at its end), and where it goes. Done moves leave this list. */
const pairs: [from: string, to: string][] = [
  ['src/server/', 'src/kernel/'],
  ['src/api/', 'src/entrance/'],
]
const go = (from: string, to: string, names: string): void => {
  for (const name of names.split(' ')) pairs.push([`src/${from}/${name}`, `src/${to}/${name}`])
}
const feature = (from: string, to: string, names: string): void => go(`features/${from}`, to, names)

for (const { name, rooms } of floors)
  if (name !== 'ground' && name !== 'entrance') for (const room of rooms) pairs.push([`src/features/${room}/`, `${folderOf(room)}/`])

// What knows every call, page or room is put together at the entrance.
go(
  'server',
  'entrance',
  'api-description.ts api-docs.ts api-schemas.ts calls.ts documents.ts first-picture.ts http.ts pages.ts start.ts works.ts',
)
feature('setup', 'app', 'security.tsx')
feature('team', 'app', 'rights-table.tsx rights.ts staff.page.tsx')
feature('trainers', 'app', 'use-month-figures.ts')

// What the screens of all rooms stand on.
go('api', 'web', 'client.ts documents.ts query.ts read.ts use-link.ts')
go('app', 'web', 'session-pending.ts state.ts')
go('ui', 'web', 'cookies.ts')
feature('accounts', 'web', 'use-may.ts')

// What the machine knew of a room is the room's own.
go('api', 'kernel', 'document.contract.ts image.contract.ts policy.rules.ts')
go('app', 'business/accounts', 'session.ts')
go('app/history', 'insight/history', 'columns.ts history.tsx use-values.ts')
pairs.push(
  ['src/api/history.contract.ts', 'src/insight/history/history.contract.ts'],
  ['src/server/history.ts', 'src/insight/history/history.server.ts'],
  ['src/server/seeds/countries.ts', 'src/business/setup/countries.seed.ts'],
  ['src/server/seeds/service-types.ts', 'src/directory/services/service-types.seed.ts'],
  ['src/server/daily.ts', 'src/business/accounts/daily.server.ts'],
  ['src/features/accounts/role.rules.ts', 'src/lib/roles.ts'],
  ['src/features/plans/plan.rules.ts', 'src/lib/plans.ts'],
  ['src/features/setup/setup.page.tsx', 'src/app/setup-tabs.tsx'],
)

// What several rooms use stands on the lowest floor that needs it.
feature('setup', 'business/accounts', 'browser-name.rules.ts')
feature('finance', 'business/ledger', 'books.server.ts chain.server.ts figure.tsx ledger.rules.ts month-bar.tsx use-month.ts')
feature('sales', 'business/ledger', 'columns.tsx use-money.ts')
feature('setup', 'business/ledger', 'tax.contract.ts tax.form.tsx tax.server.ts')
feature('payroll', 'directory/trainers', 'rate-history.tsx rate.rules.ts rates.server.ts')
feature('plans', 'directory/team', 'accounts.server.ts')
feature('batches', 'timetable/enrolments', 'batch-places.tsx batch.carry.server.ts')
feature('payouts', 'money/sales', 'commission.rules.ts commission.server.ts')

// A use case that spans rooms stands in the highest of them, whatever the name of its call.
feature('batches', 'timetable/sessions', 'batch-sessions.tsx batch.end.server.ts batch.tell.server.ts batch.update.server.ts')
feature('trainers', 'timetable/sessions', 'load.server.ts')
feature('sessions', 'timetable/timeoff', 'trainer-week.tsx')
feature('enrolments', 'money/sales', 'owed.server.ts recurring.server.ts')
feature('setup', 'insight/home', 'progress.server.ts setup-tasks.tsx')
feature(
  'enrolments',
  'timetable/attendance',
  'attendance-grid.tsx attendance.contract.ts attendance.rules.ts attendance.server.ts mark-queue.ts roster.tsx use-unsent.ts',
)

const folders = pairs.filter(([from]) => from.endsWith('/'))

/** Where a file is once whole folders have moved. */
function inItsFolder(file: string): string {
  const move = folders.find(([from]) => file.startsWith(from))
  return move ? move[1] + file.slice(move[0].length) : file
}

// By where a file is today, and by where it is once its folder has moved.
const files = new Map(
  pairs.filter(([from]) => !from.endsWith('/')).flatMap(([from, to]) => [from, inItsFolder(from)].map((at) => [at, to])),
)

/** Where a file is to stand. @param isWhole false moves whole folders alone, so that the graph is today's */
export const placeOf = (file: string, isWhole = true): string => (isWhole ? files.get(file) : undefined) ?? inItsFolder(file)

/** Names that leave their file, and the file to which each goes. */
const symbols: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/api/queries.ts': {
    batchOptionsQuery: 'src/timetable/batches/batch.queries.ts',
    changed: 'src/web/query.ts',
    hallOptionsQuery: 'src/directory/halls/hall.queries.ts',
    planQuery: 'src/directory/plans/plan.queries.ts',
    progressQuery: 'src/business/setup/setup.queries.ts',
    revenueQuery: 'src/insight/home/home.queries.ts',
    saleQuery: 'src/money/sales/sale.queries.ts',
    serviceTypesQuery: 'src/directory/services/service.queries.ts',
    sessionQuery: 'src/business/accounts/session.queries.ts',
    todayQuery: 'src/insight/home/home.queries.ts',
    trainerOptionsQuery: 'src/directory/trainers/trainer.queries.ts',
    vendorQuery: 'src/business/setup/setup.queries.ts',
  },
  'src/features/finance/finance.contract.ts': { month: 'src/lib/fields.ts' },
  'src/features/finance/reconcile.server.ts': { Discrepancy: 'src/business/ledger/reconcile.rules.ts' },
  'src/features/payroll/payroll.contract.ts': {
    Rate: 'src/directory/trainers/rate.contract.ts',
    TrainerRates: 'src/directory/trainers/rate.contract.ts',
  },
  'src/features/payroll/pay-month.tsx': { useFigures: 'src/business/ledger/use-money.ts' },
  'src/features/plans/plan.contract.ts': {
    PlanId: 'src/lib/plans.ts',
    planIds: 'src/lib/plans.ts',
  },
  'src/features/sales/sale.rules.ts': { discountLimits: 'src/lib/roles.ts', refundLimits: 'src/lib/roles.ts' },
  'src/features/sessions/plan.server.ts': { lockTimetable: 'src/business/setup/lock.server.ts' },
  'src/features/sessions/session.contract.ts': { Conflict: 'src/lib/conflicts.ts', planForm: 'src/timetable/batches/plan.contract.ts' },
  'src/features/sessions/tell.rules.ts': { isUsuallyTold: 'src/timetable/batches/batch.rules.ts' },
}

const leaving = new Map(Object.entries(symbols).map(([file, names]) => [placeOf(file), names]))

/** Where a name that a file exports is to stand. */
export const placeOfName = (file: string, name: string): string => leaving.get(placeOf(file))?.[name] ?? placeOf(file)
