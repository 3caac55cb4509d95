import type { CallName } from '#entrance/policy.ts'
import { needKinds } from '#insight/home/needs.rules.ts'
import { week } from '#lib/fields.ts'
import { newId } from '#kernel/ids.ts'
import { samples } from './samples.ts'

/** Every input that takes a record's id, with that id filled in. */
export function inputsWith(name: CallName, id: string): unknown[] {
  const hours = { startingTime: '09:00', endingTime: '10:00', trainingDays: week(1) }
  const image = `/media/${'e'.repeat(64)}.webp`
  const update: Record<string, object> = {
    services: { service: 'football', cover: image, descriptionEn: 'A description of twenty or more' },
    ...samples,
    trainers: { services: [id], avatar: image, Fname: 'Taken', Lname: 'Over', cost: 1, ...hours },
    batches: { service: id, trainer: id, hall: id, name: 'Taken over', code: 'TAKEN', price: 1, totalCandidates: 1, ...hours },
  }
  const [group = '', call = ''] = name.split('.')
  const seen = { id, version: 1 }
  const days = { from: '2026-10-01', to: '2026-12-31' }
  const mark = { session: id, enrolment: id, mark: 'present', markedAt: '2026-10-05T09:00:00Z' }
  const session = { ...seen, day: '2026-10-06', startingTime: '09:00', endingTime: '10:00', trainer: id, capacity: 1 }
  const spent = { category: 'rent', supplier: 'Taken over', amount: 100, tax: 0, method: 'cash' }
  const bankLine = { position: 1, day: '2026-10-01', amount: 100, occurrence: 1 }
  const paid = { ...spent, day: '2026-10-01' }
  const contest = {
    nameEn: 'Taken over',
    visibility: 'internal',
    session: 'weekly',
    startsAt: '2026-12-01',
    metric: 'manual',
    unit: 'laps',
    mode: 'leaderboard',
    topN: 1,
  }
  const away = { fromDay: '2026-10-01', toDay: '2027-09-30' }
  const off = { ...away, reason: 'sick' }
  const monthly = { ...spent, fromDay: '2026-10-01' }
  const extra = { batch: id, day: days.to, startingTime: '05:00', endingTime: '06:00', trainer: id }
  const floor: Partial<Record<CallName, unknown[]>> = {
    'sessions.list': [
      { ...days, batch: id },
      { ...days, trainer: id },
      { ...days, hall: id },
    ],
    'sessions.plan': [
      { batch: id, trainer: id, hall: id, startDate: days.from, endDate: days.to, startingTime: '09:00', endingTime: '21:00', days: [1] },
    ],
    'sessions.addPreview': [extra],
    'sessions.add': [extra],
    'sessions.touch': [session],
    'sessions.change': [session],
    'sessions.cancel': [{ ...seen, reason: 'Taken over' }],
    'sessions.effects': [{ id, scope: 'all' }],
    'batches.cancel': [{ ...seen, reason: 'Taken over' }],
    'batches.effects': [
      { id, act: 'batchCancel' },
      { id, act: 'batchDates', endDate: days.to },
    ],
    'batches.complete': [seen],
    'batches.changePrice': [{ ...seen, price: 100, from: days.to, isForAll: true }],
    'batches.withdrawPrice': [seen],
    'batches.nextSeason': [{ id, startDate: days.from, endDate: days.to }],
    'batches.rollOver': [{ id, copy: newId(), name: 'Taken over', code: 'OVER-2', startDate: days.from, endDate: days.to, leaveOut: [id] }],
    'batches.priceEffect': [{ id, price: 100, from: days.to }],
    'closures.update': [{ ...seen, label: 'Taken over' }],
    'closures.remove': [{ id }],
    'feeds.create': [{ trainer: id }],
    'trainers.load': [{ month: '2026-11', trainer: id }],
    'timeOff.list': [{ trainer: id }, { search: 'Canary7Q' }],
    'timeOff.substitutes': [{ session: id }],
    'timeOff.touch': [{ trainer: id, ...away }],
    'timeOff.create': [{ ...off, trainer: id }],
    'timeOff.update': [
      { ...seen, ...off },
      { ...seen, ...off, changes: [{ session: id, substitute: id }] },
    ],
    'timeOff.remove': [seen],
    'feeds.remove': [{ id }],
    'customers.update': [{ ...seen, firstName: 'Taken', email: 'over@example.com' }],
    'customers.list': [{ search: 'Canary7Q' }, { search: '501234567' }],
    'customers.block': [seen],
    'customers.unblock': [seen],
    'customers.effects': [
      { id, act: 'block' },
      { id, act: 'unblock' },
    ],
    'customers.tagSeveral': [{ customers: [id], tag: 'Taken' }],
    'customers.duplicates': [{ id }],
    'customers.family': [{ id }],
    'customers.merge': [{ ...seen, drop: newId() }],
    'customers.erasure': [{ id }],
    'customers.erase': [{ ...seen, reason: 'Taken over', name: 'Taken' }],
    'imports.add': [{ id, rows: [{ id: newId(), firstName: 'Taken', phone: '0501234567' }] }],
    'imports.finish': [{ id }],
    'imports.undo': [{ id }],
    'enrolments.list': [{ batch: id }, { customer: id }, { search: 'Canary7Q' }],
    'enrolments.sums': [{ batch: id }, { customer: id }, { search: 'Canary7Q' }],
    'enrolments.enrol': [{ batch: id, customer: id }],
    'enrolments.update': [{ ...seen, startDate: days.from, endDate: days.to }],
    'enrolments.offerNext': [{ batch: id }],
    'enrolments.accept': [seen],
    'enrolments.decline': [seen],
    'enrolments.freeze': [{ ...seen, ...days }],
    'enrolments.unfreeze': [seen],
    'enrolments.cancel': [{ ...seen, when: 'now' }],
    'enrolments.keep': [seen],
    'enrolments.move': [{ ...seen, batch: id }],
    'enrolments.finish': [seen],
    'enrolments.effects': [
      ...(['cancel', 'finish'] as const).map((act) => ({ id, act })),
      { id, act: 'move', batch: id },
      { id, act: 'dates', endDate: days.to },
      { id, act: 'freeze', ...days },
    ],
    'enrolments.changeSeveral': [
      { act: 'move', places: [seen], batch: id },
      { act: 'dates', places: [seen], endDate: days.to },
    ],
    'enrolments.severalEffects': [
      { act: 'move', places: [id], batch: id },
      { act: 'dates', places: [id], endDate: days.to },
    ],
    'enrolments.setPrice': [{ batch: id, places: [seen], price: 100, from: days.to }],
    'enrolments.priceEffect': [{ batch: id, places: [id], price: 100, from: days.to }],
    'effects.list': [{ customer: id }, { batch: id }],
    'effects.reverse': [{ id, reason: 'Taken over' }],
    'enrolments.terms': [{ id }],
    'enrolments.setDiscount': [{ ...seen, from: days.from, discount: null }],
    'attendance.recent': [{ customers: [id] }, { customers: [id], batch: id }],
    'attendance.weeks': [{ customer: id }],
    'attendance.roster': [{ session: id }],
    'attendance.care': [{ session: id, enrolment: id }],
    'attendance.mark': [{ marks: [mark] }],
    'attendance.grid': [{ ...days, batch: id }],
    'history.list': [{ of: id }],
    'home.snooze': needKinds.map((kind) => ({ kind, about: id, until: '2026-12-31' })),
    'sales.list': [{ customer: id }, { batch: id }, { search: 'Canary7Q' }, { search: 'S2026-' }],
    'finance.batchMonths': [{ batch: id }],
    'finance.entries': (['batch', 'service', 'hall', 'trainer'] as const).map((about) => ({ ...days, [about]: id })),
    'finance.invoices': [{ search: 'Canary7Q' }, { search: 'S2026-' }],
    'sales.sell': [
      { customer: id, items: [{ kind: 'free', text: 'Taken over', quantity: 1, unit: 100 }], total: 100 },
      { customer: id, items: [{ kind: 'batch', batch: id }], total: 100 },
    ],
    'sales.pay': [{ sale: id, method: 'cash', amount: 100 }],
    'sales.reversePayment': [{ sale: id, payment: id, reason: 'Taken over' }],
    'sales.refundEffect': [{ sale: id, amount: 100 }],
    'sales.refund': [{ sale: id, amount: 100, method: 'cash', reason: 'Taken over' }],
    'sales.credit': [{ customer: id }],
    'sales.account': [{ customer: id, ...days }],
    'sales.payOutCredit': [{ customer: id, amount: 1, method: 'cash', reason: 'Taken over' }],
    'sales.void': [{ id, reason: 'Taken over' }],
    'sales.run': [{ id }],
    'sales.voidRun': [{ id, reason: 'Taken over' }],
    'sales.billAgain': [{ id }],
    'sales.send': [{ id }],
    'sales.debtors': [{ search: 'Canary7Q' }],
    'sales.debts': [{ customers: [id] }],
    'sales.remind': [{ from: 1 }, { from: 1, customers: [id] }, { from: 1, sales: [id] }],
    'views.counts': [
      {
        views: [
          { call: 'sales.list', input: { customer: id } },
          { call: 'enrolments.list', input: { batch: id } },
          { call: 'customers.list', input: { search: 'Canary7Q' } },
        ],
      },
    ],
    'quotes.list': [{ customer: id }, { batch: id }, { search: 'Canary7Q' }, { search: 'Q2026-' }],
    'quotes.create': [
      { customer: id, service: id, quote: 'Taken over', offeredPrice: 1 },
      { customer: id, batch: id, quote: 'Taken over', offeredPrice: 1 },
    ],
    'quotes.update': [{ ...seen, customer: id, batch: id, quote: 'Taken over', offeredPrice: 1 }],
    'quotes.send': [seen],
    'quotes.withdraw': [seen],
    'quotes.acceptCounter': [seen],
    'quotes.decline': [seen],
    'quotes.convert': [seen],
    'quotes.effects': [{ id }, { id, customers: [id] }],
    'quotes.name': [{ ...seen, customers: [id] }],
    'quotes.release': [seen],
    'team.invite': [{ email: 'over@example.com', role: 'trainer', trainer: id }],
    'team.list': [{ search: 'canary' }],
    'team.changeRole': [
      { ...seen, role: 'manager' },
      { ...seen, role: 'trainer', trainer: id },
    ],
    'team.suspend': [seen],
    'team.reactivate': [seen],
    'team.remove': [seen],
    'team.resend': [seen],
    'team.withdraw': [seen],
    'team.look': [{ role: 'trainer', trainer: id }],
    'payroll.lines': [{ month: '2026-10', trainer: id }],
    'payroll.rates': [{ trainer: id }],
    'payroll.rules': [{ trainer: id }],
    'payroll.setRule': [
      { trainer: id, unit: 'hour', amount: 100 },
      { trainer: id, unit: 'head', amount: 100, service: id },
    ],
    'payroll.adjust': [{ month: '2026-10', trainer: id, amount: 100, reason: 'Taken over' }],
    'payroll.payAll': [{ payments: [{ trainer: id, amount: 100 }], method: 'cash' }],
    'payroll.pay': [{ trainer: id, amount: 100, method: 'cash' }],
    'expenses.list': [{ hall: id }, { batch: id }, { search: 'Canary7Q' }],
    'expenses.create': [
      { ...paid, hall: id },
      { ...paid, batch: id },
    ],
    'expenses.update': [{ ...paid, ...seen }],
    'expenses.void': [{ ...seen, reason: 'Taken over' }],
    'expenses.createRecurring': [
      { ...monthly, hall: id },
      { ...monthly, batch: id },
    ],
    'expenses.updateRecurring': [{ ...monthly, ...seen }],
    'expenses.endRecurring': [seen],
    'cashbook.book': [{ account: id, from: '2026-10-01', to: '2026-10-31' }],
    'cashbook.updateAccount': [{ ...seen, name: 'Taken over' }],
    'cashbook.archiveAccount': [seen],
    'cashbook.restoreAccount': [seen],
    'cashbook.record': [
      { kind: 'ownerIn', amount: 100, day: '2026-10-01', into: id },
      { kind: 'ownerOut', amount: 100, day: '2026-10-01', from: id },
    ],
    'cashbook.setBalance': [{ account: id, day: '2026-10-01', balance: 100 }],
    'cashbook.reverse': [{ ...seen, reason: 'Taken over' }],
    'banking.check': [{ account: id, lines: [bankLine] }],
    'banking.importFile': [{ id, account: id, name: 'x.csv', fromDay: '2026-10-01', toDay: '2026-10-01', lines: [bankLine] }],
    'banking.files': [{ account: id }],
    'banking.removeFile': [{ id }],
    'banking.lines': [{ account: id }],
    'banking.balance': [{ account: id }],
    'banking.accept': [
      { ...seen, entries: [id] },
      { ...seen, documents: [{ kind: 'bill', id }] },
      { ...seen, expense: { category: 'fees', supplier: 'Taken over', tax: 0 } },
      { ...seen, move: { kind: 'transfer', account: id } },
    ],
    'banking.acceptSure': [{ account: id }],
    'banking.undo': [{ ...seen, reason: 'Taken over' }],
    'notifications.read': [{ id }],
    'notifications.list': [{ search: 'Canary7Q' }, { state: 'unread' }],
    'notifications.log': [{ search: 'Canary7Q' }, { search: 'example.com' }],
    'challenges.list': [{ search: 'Canary7Q' }],
    'challenges.update': [{ ...contest, ...seen }],
    'challenges.publish': [seen],
    'challenges.start': [seen],
    'challenges.end': [seen],
    'challenges.cancel': [{ ...seen, reason: 'Taken over' }],
    'challenges.clone': [{ id }],
    'challenges.race': [{ challenge: id }],
    'challenges.board': [{ challenge: id }, { challenge: id, entry: id, search: 'Canary7Q' }],
    'challenges.facts': [{ challenge: id }, { challenge: id, entry: id }],
    'challenges.entries': [{ challenge: id }, { challenge: id, search: 'Canary7Q' }],
    'challenges.enter': [
      { challenge: id, customers: [id] },
      { challenge: id, batch: id },
    ],
    'challenges.withdraw': [seen],
    'challenges.disqualify': [{ ...seen, reason: 'Taken over' }],
    'challenges.reinstate': [seen],
    'challenges.score': [{ entry: id, units: 1 }],
    'challenges.voidScore': [{ id, reason: 'Taken over' }],
    'challenges.invite': [{ id, username: 'noor' }],
    'challenges.remove': [{ id, vendor: id }],
    'challenges.accept': [{ id }],
    'challenges.decline': [{ id }],
    'challenges.watch': [{ id }],
    'payouts.list': [{ search: 'Canary7Q' }, { state: 'pending' }],
    'marketplace.sell': [
      { order: 'A', vendor: id, batch: id, customer: { firstName: 'Taken', phone: '0501234567' }, currency: 'AED', total: 1 },
    ],
    'keys.revoke': [{ id }],
    'webhooks.update': [{ ...seen, url: 'https://partner.example/hook', events: ['hall.created'] }],
    'webhooks.pause': [seen],
    'webhooks.resume': [seen],
    'webhooks.roll': [seen],
    'webhooks.remove': [{ id }],
    'webhooks.test': [{ id }],
    'webhooks.deliveries': [{ webhook: id }, { search: 'Canary7Q' }],
    'webhooks.replay': [{ id }],
    'webhooks.replaySpan': [{ webhook: id, ...days, which: 'all' }],
    'archives.open': [{ id }],
    'reports.audit': [{ actor: id }, { search: 'S2026-' }],
    'reports.subscriptions': [{ from: '2026-01', to: '2027-12', batch: id }],
    'reports.people': [
      { figure: 'closing', month: '2026-10', batch: id },
      { figure: 'cohort', month: '2026-10', batch: id },
      { figure: 'renewals', month: '2026-10', batch: id },
    ],
  }
  if (floor[name]) return floor[name]
  if (call === 'get' && group !== 'documents') return [{ id }]
  if (call === 'archive' || call === 'restore' || call === 'endSession') return [{ id, version: 1 }, { id }]
  if (call === 'update' && group in update) return [{ ...update[group], id, version: 1 }]
  if (call === 'create' && (group === 'batches' || group === 'trainers')) return [{ ...update[group] }]
  if (call === 'list') return [{ service: id }, { trainer: id }, { hall: id }, { search: 'Canary7Q' }]
  const collections = ['services', 'halls', 'trainers', 'batches', 'merchants', 'countries/AE/vendors']
  if (name === 'documents.get') return collections.map((collection) => ({ collection, id }))
  if (name === 'documents.update') return collections.map((collection) => ({ collection, id, data: { title: 'Taken over' } }))
  if (name === 'documents.where')
    return collections.flatMap((collection) => [
      { collection, field: 'id', value: id },
      { collection, field: 'vendorRef', value: `countries/AE/vendors/${id}` },
    ])
  if (name === 'documents.resolve') return collections.map((collection) => ({ reference: `${collection}/${id}` }))
  return []
}
