import { queryOptions } from '@tanstack/react-query'
import { api, dropEarlyAnswers } from '#web/client.ts'
import { queryClient } from '#web/query.ts'

/** What several screens read; a screen's own lists stand in its own file. */
export const progressQuery = queryOptions({ queryKey: ['setup', 'progress'], queryFn: () => api.setup.progress() })
export const vendorQuery = queryOptions({ queryKey: ['setup', 'vendor'], queryFn: () => api.setup.vendor() })
/** Who is signed in; asked once for each page. */
export const sessionQuery = queryOptions({ queryKey: ['accounts', 'session'], queryFn: () => api.accounts.session(), staleTime: Infinity })
export const planQuery = queryOptions({ queryKey: ['plans', 'current'], queryFn: () => api.plans.current() })
export const serviceTypesQuery = queryOptions({ queryKey: ['services', 'types'], queryFn: () => api.services.types(), staleTime: Infinity })

/** What Home shows of the day and how much there is; the empty pages say it too. */
export const todayQuery = queryOptions({ queryKey: ['home', 'today'], queryFn: () => api.home.today() })

/** The months of Home's chart. */
export const revenueQuery = queryOptions({ queryKey: ['home', 'revenue'], queryFn: () => api.home.revenue() })

/** What a form or a filter chooses from: the current trainers, the active halls, the open batches, each by name. */
export const trainerOptionsQuery = queryOptions({
  queryKey: ['trainers', 'options'],
  queryFn: () => api.trainers.list({ size: 100, sort: 'Fname', direction: 'asc' }),
})
export const hallOptionsQuery = queryOptions({
  queryKey: ['halls', 'options'],
  queryFn: () => api.halls.list({ size: 100, state: 'active', sort: 'title', direction: 'asc' }),
})
export const batchOptionsQuery = queryOptions({
  queryKey: ['batches', 'options'],
  queryFn: () => api.batches.list({ size: 100, state: 'open', sort: 'name', direction: 'asc' }),
})

/** A bill as its page and the dialogs of the list show it. */
export const saleQuery = (id: string) => queryOptions({ queryKey: ['sales', 'page', id], queryFn: () => api.sales.get({ id }) })

/** What a change of an entity makes old beside its own lists; Home and the setup percentage always. */
const touches = {
  services: [],
  halls: [],
  trainers: ['payroll', 'finance', 'history', 'rankings', 'timeOff'],
  setup: ['sessions', 'attendance', 'sales'],
  batches: ['sessions', 'enrolments', 'history', 'rankings', 'challenges'],
  sessions: ['closures', 'attendance', 'history', 'payroll', 'rankings', 'challenges', 'trainers', 'timeOff'],
  customers: ['enrolments', 'sales', 'quotes', 'attendance', 'history', 'rankings', 'challenges'],
  enrolments: ['customers', 'batches', 'sessions', 'attendance', 'history', 'reports', 'rankings', 'sales', 'finance'],
  attendance: ['sessions', 'enrolments', 'history', 'rankings', 'challenges'],
  sales: ['customers', 'enrolments', 'batches', 'sessions', 'attendance', 'history', 'finance', 'payouts', 'reports', 'rankings'],
  timeOff: ['sessions', 'trainers', 'history', 'challenges'],
  quotes: ['sales', 'customers', 'enrolments', 'batches', 'sessions', 'attendance', 'history', 'finance'],
  finance: ['payroll', 'expenses', 'reports'],
  payroll: ['finance', 'history'],
  expenses: ['finance'],
  payouts: [],
  reports: [],
  team: ['plans', 'history'],
  keys: [],
  webhooks: [],
  notifications: [],
  challenges: ['history'],
  home: [],
} as const

/** After a change: the entity's lists and whatever shows it are read again. */
export async function changed(entity: keyof typeof touches): Promise<void> {
  dropEarlyAnswers()
  await Promise.all([entity, ...touches[entity], 'setup', 'home'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
}
