/** How the values of a column are formatted. */
export type Kind = 'text' | 'count' | 'day' | 'moment' | 'money' | 'yesNo' | 'list' | 'weekdays' | 'freezes' | 'service' | 'word'

/** The columns that the history shows, by their names in the audit log: the key of each label, and how its values are formatted. */
export const columns: Readonly<Record<string, readonly [label: string, kind: Kind]>> = {
  name: ['history.fields.name', 'text'],
  code: ['batches.code.label', 'text'],
  serviceType: ['batches.service.label', 'service'],
  price: ['history.fields.price', 'money'],
  priceUnit: ['batches.priceUnit.label', 'word'],
  startDate: ['history.fields.startDate', 'day'],
  endDate: ['history.fields.endDate', 'day'],
  plannedEnd: ['history.fields.plannedEnd', 'day'],
  nextChargeOn: ['history.fields.nextChargeOn', 'day'],
  discount: ['history.fields.discount', 'money'],
  discountPercent: ['history.fields.discountPercent', 'count'],
  discountUntil: ['history.fields.discountUntil', 'day'],
  day: ['history.fields.day', 'day'],
  trainingDays: ['batches.days.label', 'weekdays'],
  startingTime: ['history.fields.startingTime', 'text'],
  endingTime: ['history.fields.endingTime', 'text'],
  trainerName: ['history.fields.trainerName', 'text'],
  hallTitle: ['history.fields.hallTitle', 'text'],
  batchName: ['history.fields.batchName', 'text'],
  totalCandidates: ['history.fields.totalCandidates', 'count'],
  capacity: ['history.fields.capacity', 'count'],
  enrolled: ['batches.columns.places', 'count'],
  waitlisted: ['batches.columns.waiting', 'count'],
  booked: ['history.fields.booked', 'count'],
  sessions: ['history.fields.sessions', 'count'],
  enrolments: ['history.fields.enrolments', 'count'],
  scope: ['history.fields.scope', 'word'],
  isOwn: ['history.fields.isOwn', 'yesNo'],
  told: ['history.fields.told', 'count'],
  state: ['history.fields.state', 'word'],
  lifecycle: ['history.fields.lifecycle', 'word'],
  reason: ['history.fields.reason', 'text'],
  offeredUntil: ['history.fields.offeredUntil', 'moment'],
  freezes: ['history.fields.freezes', 'freezes'],
  cancelAtPeriodEnd: ['history.fields.cancelAtPeriodEnd', 'yesNo'],
  activeUntil: ['history.fields.activeUntil', 'day'],
  firstName: ['history.fields.firstName', 'text'],
  lastName: ['history.fields.lastName', 'text'],
  phone: ['history.fields.phone', 'text'],
  email: ['history.fields.email', 'text'],
  dob: ['customers.dob.label', 'day'],
  gender: ['customers.gender.label', 'word'],
  guardianName: ['customers.guardianName.label', 'text'],
  guardianPhone: ['customers.guardianPhone.label', 'text'],
  emergencyName: ['customers.emergencyName.label', 'text'],
  emergencyPhone: ['customers.emergencyPhone.label', 'text'],
  emergencyRelation: ['customers.emergencyRelation.label', 'text'],
  medicalNote: ['customers.medicalNote.label', 'text'],
  photoConsent: ['customers.photoConsent.label', 'word'],
  source: ['customers.source.label', 'word'],
  language: ['customers.language.label', 'word'],
  tags: ['customers.tags.label', 'list'],
  notes: ['history.fields.notes', 'text'],
  nickname: ['customers.nickname.label', 'text'],
  consentMarketing: ['customers.consentMarketing', 'yesNo'],
  showInRankings: ['customers.showInRankings', 'yesNo'],
  companyName: ['customers.companyName.label', 'text'],
  taxNumber: ['customers.taxNumber.label', 'text'],
  billingStreet: ['customers.billingStreet.label', 'text'],
  billingCity: ['customers.billingCity.label', 'text'],
  billingPostcode: ['customers.billingPostcode.label', 'text'],
  billingCountry: ['customers.billingCountry.label', 'text'],
}

/** Columns that mean nothing to a reader, with the column of the same change that is shown instead. */
export const saidBy: Readonly<Record<string, string>> = {
  service: 'serviceType',
  trainer: 'trainerName',
  hall: 'hallTitle',
  batch: 'batchName',
  currency: 'price',
  startsAt: 'startingTime',
  endsAt: 'endingTime',
}

const states: Record<string, (state: string) => string> = {
  batch: (state) => `batches.states.${state}`,
  session: (state) => `sessions.states.${state}`,
  enrolment: (state) => `enrolments.states.${state}`,
  customer: (state) => `customers.lifecycles.${state}`,
  challenge: (state) => `challenges.states.${state}`,
  challengeEntry: (state) => `challenges.entries.states.${state}`,
}

/**
 * The text key of a value from a fixed set.
 * @param entity whose column it is, as the audit log names it: each entity has its own states
 * @returns the key, or null for a column without such values
 */
export function wordKey(entity: string, column: string, value: string): string | null {
  switch (column) {
    case 'state':
      return states[entity]?.(value) ?? null
    case 'lifecycle':
      return `customers.lifecycles.${value}`
    case 'gender':
      return `customers.gender.${value}`
    case 'photoConsent':
      return `customers.photoConsent.${value}`
    case 'source':
      return `customers.sources.${value}`
    case 'language':
      return `customers.language.${value}`
    case 'priceUnit':
      return `batches.priceUnit.${value}`
    case 'scope':
      return `sessions.scope.${value}`
    default:
      return null
  }
}
