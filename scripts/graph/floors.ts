/** A floor of the architecture, its rooms from the lowest to the highest. */
export type Floor = { name: string; rooms: readonly string[] }

/** The floors from the ground up: a room may import rooms left of it on its floor, and any room of the floors below. */
export const floors: readonly Floor[] = [
  { name: 'ground', rooms: ['lib', 'db', 'kernel', 'web', 'ui'] },
  { name: 'business', rooms: ['legal', 'setup', 'notifications', 'views', 'accounts', 'ledger', 'acts', 'developers'] },
  { name: 'directory', rooms: ['services', 'halls', 'trainers', 'customers', 'team', 'plans'] },
  { name: 'timetable', rooms: ['batches', 'enrolments', 'sessions', 'attendance', 'timeoff', 'calendar'] },
  { name: 'money', rooms: ['sales', 'effects', 'quotes', 'expenses', 'revenue', 'payroll', 'payouts', 'cashbook', 'banking'] },
  { name: 'insight', rooms: ['finance', 'journal', 'reports', 'challenges', 'archives', 'erasure', 'history', 'home', 'rankings'] },
  { name: 'entrance', rooms: ['entrance', 'app', 'main.ts'] },
]

/** Every room from the lowest to the highest. */
export const rooms: readonly string[] = floors.flatMap((floor) => floor.rooms)

/** The number of a room's floor, 0 for the ground. */
export const floorOf = (room: string): number => floors.findIndex((floor) => floor.rooms.includes(room))

/** The path of a room's folder. */
export function folderOf(room: string): string {
  const name = floors[floorOf(room)]?.name
  return name === undefined || name === 'ground' || name === 'entrance' ? `src/${room}` : `src/${name}/${room}`
}

/** The room that a file of src belongs to. @throws for a file outside all rooms */
export function roomOf(file: string): string {
  const room = rooms.find((name) => file === folderOf(name) || file.startsWith(`${folderOf(name)}/`))
  if (room === undefined) throw new Error(`${file}: say in scripts/graph/floors.ts which room it is of`)
  return room
}

/** The one room that writes each table. */
export const owners: Readonly<Record<string, readonly string[]>> = {
  kernel: ['alarms', 'audit', 'clock', 'installation', 'limits', 'media', 'oneTimeCodes', 'outbox'],
  accounts: [
    'knownBrowsers',
    'mailedCodes',
    'members',
    'passkeyChallenges',
    'passkeys',
    'recoveryCodes',
    'resetGrants',
    'secondFactorResets',
    'sessions',
    'users',
    'vendorPlans',
  ],
  setup: ['countries', 'merchants', 'usernames', 'vendors'],
  notifications: ['deliveries', 'noticeSettings'],
  views: ['listViews'],
  ledger: ['books', 'chainChecks', 'ledger', 'moneyAccounts', 'numbers', 'taxSettings'],
  developers: ['apiKeys', 'webhookDeliveries', 'webhookQueue', 'webhooks'],
  services: ['serviceTaxes', 'serviceTypes', 'services'],
  halls: ['halls'],
  trainers: ['trainerRates', 'trainerServices', 'trainers'],
  customers: ['customerDays', 'customers', 'imports'],
  team: ['invitationLinks', 'invitations'],
  plans: ['planInvoices'],
  batches: ['batches'],
  enrolments: ['batchPlaces', 'billingRules', 'enrolmentTerms', 'enrolments', 'offerLinks', 'offerQueue'],
  sessions: ['batchSessions', 'calendarFeeds', 'closures'],
  attendance: ['attendance'],
  timeoff: ['timeOff'],
  sales: ['billBuyers', 'billingRuns', 'creditPayouts', 'commissionRates', 'paymentDetails', 'payments', 'refunds', 'saleLines', 'sales'],
  effects: ['effectLines', 'effects'],
  quotes: ['quoteLinks', 'quotes'],
  expenses: ['expenses', 'recurringExpenses'],
  payroll: ['emptyPay', 'payLines', 'trainerPayments'],
  payouts: ['marketplaceOrders', 'payoutAccounts', 'payoutLines', 'payouts'],
  cashbook: ['moneyMoves'],
  journal: ['accountCodes', 'datevSettings'],
  banking: ['bankFiles', 'bankLines', 'bankMatches'],
  reports: ['dayCloses'],
  challenges: ['boardEntries', 'boardGuests', 'boards', 'challengeEntries', 'challengeScores', 'challengeTeams', 'challenges'],
  rankings: ['rankingPeriods', 'rankingRows', 'standings'],
  archives: ['archives'],
  home: ['formerPlaces', 'snoozes'],
}

/** The room that writes a table. @throws for a table that no room owns */
export function ownerOf(table: string): string {
  const owner = Object.keys(owners).find((room) => owners[room]?.includes(table))
  if (owner === undefined) throw new Error(`${table}: say in scripts/graph/floors.ts which room writes it`)
  return owner
}
