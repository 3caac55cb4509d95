import { dropEarlyAnswers } from './server-calls.ts'
import { queryClient } from './query.ts'

/** The other entities whose data a change of an entity makes stale; Home and the setup percentage always are. */
const touches = {
  services: [],
  halls: [],
  trainers: ['payroll', 'finance', 'history', 'rankings', 'timeOff'],
  setup: ['sessions', 'attendance', 'sales'],
  batches: ['sessions', 'attendance', 'enrolments', 'customers', 'sales', 'finance', 'history', 'rankings', 'challenges'],
  sessions: [
    'closures',
    'attendance',
    'enrolments',
    'sales',
    'finance',
    'history',
    'payroll',
    'rankings',
    'challenges',
    'trainers',
    'timeOff',
  ],
  customers: ['enrolments', 'sales', 'finance', 'reports', 'quotes', 'attendance', 'history', 'rankings', 'challenges'],
  enrolments: ['customers', 'batches', 'sessions', 'attendance', 'history', 'reports', 'rankings', 'sales', 'finance'],
  attendance: ['sessions', 'enrolments', 'history', 'rankings', 'challenges', 'payroll', 'finance'],
  sales: [
    'customers',
    'enrolments',
    'batches',
    'sessions',
    'attendance',
    'history',
    'finance',
    'payroll',
    'payouts',
    'reports',
    'rankings',
    'cashbook',
    'banking',
  ],
  timeOff: ['sessions', 'trainers', 'history', 'challenges'],
  quotes: ['sales', 'customers', 'enrolments', 'batches', 'sessions', 'attendance', 'history', 'finance'],
  finance: ['payroll', 'expenses', 'reports'],
  payroll: ['finance', 'history', 'trainers', 'cashbook', 'banking'],
  expenses: ['finance', 'cashbook', 'banking'],
  cashbook: ['finance', 'reports', 'banking'],
  banking: ['cashbook', 'sales', 'customers', 'enrolments', 'expenses', 'finance', 'history', 'reports'],
  payouts: [],
  reports: ['cashbook', 'finance'],
  team: ['plans', 'history'],
  keys: [],
  webhooks: [],
  notifications: [],
  challenges: ['history'],
  home: [],
} as const

/** Refetches the changed entity's lists and everything else that shows it. */
export async function changed(entity: keyof typeof touches): Promise<void> {
  dropEarlyAnswers()
  await Promise.all([entity, ...touches[entity], 'setup', 'home'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
}
