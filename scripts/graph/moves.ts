/** Names that are to leave their file, and the file to which each goes. Done ones leave this list. */
const symbols: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/entrance/queries.ts': {
    batchOptionsQuery: 'src/timetable/batches/batch.queries.ts',
    changed: 'src/web/changed.ts',
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
  'src/insight/finance/finance.contract.ts': { month: 'src/lib/fields.ts' },
  'src/insight/finance/reconcile.server.ts': { Discrepancy: 'src/business/ledger/reconcile.rules.ts' },
  'src/money/payroll/payroll.contract.ts': {
    Rate: 'src/directory/trainers/rate.contract.ts',
    TrainerRates: 'src/directory/trainers/rate.contract.ts',
  },
  'src/money/payroll/pay-month.tsx': { useFigures: 'src/business/ledger/use-money.ts' },
  'src/money/sales/sale.rules.ts': { discountLimits: 'src/lib/roles.ts', refundLimits: 'src/lib/roles.ts' },
  'src/timetable/sessions/plan.server.ts': { lockTimetable: 'src/business/setup/lock.server.ts' },
  'src/timetable/sessions/session.contract.ts': { Conflict: 'src/lib/conflicts.ts', planForm: 'src/timetable/batches/plan.contract.ts' },
  'src/timetable/sessions/tell.rules.ts': { isUsuallyTold: 'src/timetable/batches/batch.rules.ts' },
}

/** Where a name that a file exports is to stand. */
export const placeOfName = (file: string, name: string): string => symbols[file]?.[name] ?? file
