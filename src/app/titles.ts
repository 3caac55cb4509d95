/** The text key of each address's title; sub-paths for adding, editing and the reports have their own (spec 2). */
const titles: Record<string, string> = {
  '/': 'app.titles.home',
  '/services': 'app.titles.services',
  '/services/add': 'app.titles.servicesAdd',
  '/services/edit': 'app.titles.servicesEdit',
  '/services/batch': 'app.titles.batch',
  '/services/session': 'app.titles.session',
  '/sales': 'app.titles.sales',
  '/sales/add': 'app.titles.salesAdd',
  '/sales/edit': 'app.titles.salesEdit',
  '/sales/sale': 'app.titles.sale',
  '/sales/quote': 'app.titles.quote',
  '/sales/quote/add': 'app.titles.quoteAdd',
  '/sales/quote/edit': 'app.titles.quoteEdit',
  '/sales/customer': 'app.titles.customer',
  '/sales/customer/add': 'app.titles.customerAdd',
  '/sales/customer/edit': 'app.titles.customerEdit',
  '/sales/import': 'app.titles.import',
  '/sales/audit-report': 'app.titles.auditReport',
  '/sales/subscription-report': 'app.titles.subscriptionReport',
  '/staff': 'app.titles.staff',
  '/staff/add': 'app.titles.staffAdd',
  '/staff/trainer': 'app.titles.trainer',
  '/staff/edit': 'app.titles.staffEdit',
  '/finance': 'app.titles.finance',
  '/finance/expense': 'app.titles.expense',
  '/finance/payout': 'app.titles.payout',
  '/challenges': 'app.titles.challenges',
  '/challenges/challenge': 'app.titles.challenge',
  '/challenges/add': 'app.titles.challengesAdd',
  '/challenges/edit': 'app.titles.challengesEdit',
  '/rankings': 'app.titles.rankings',
  '/notifications': 'app.titles.notifications',
  '/rankings/tv': 'app.titles.rankingsTv',
  '/setup': 'app.titles.setup',
}

/** /services/add and /services/edit also serve batches and halls (product 6). */
const kinds: Record<string, string> = {
  '/services/add batch': 'app.titles.batchesAdd',
  '/services/add hall': 'app.titles.hallsAdd',
  '/services/edit batch': 'app.titles.batchesEdit',
  '/services/edit hall': 'app.titles.hallsEdit',
}

/**
 * The text key of a path's title; unknown paths have the 404's.
 * @param kind the address's `?kind=`, where a path serves several forms
 */
export function titleKeyOf(path: string, kind?: unknown): string {
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path
  return (typeof kind === 'string' ? kinds[`${plain} ${kind}`] : undefined) ?? titles[plain] ?? 'app.titles.notFound'
}
