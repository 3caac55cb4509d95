import type { ColumnType, Generated } from 'kysely'

/** Written by `npm run schema` from the migrations; do not edit. */
type Json = ColumnType<unknown, string | null, string | null>

export type Schema = {
  alarms: {
    id: string
    kind: string
    detail: string
    at: string
  }
  attendance: {
    vendorId: string
    session: string
    enrolment: string
    customer: string
    mark: string
    markedAt: string
    markedBy: string
  }
  audit: {
    vendorId: string
    id: string
    at: string
    actor: string
    role: string
    action: string
    entity: string
    target: string
    before: Json
    after: Json
    requestId: string
    ip: string
    subject: string | null
    sequence: number | null
    hash: Uint8Array | null
  }
  batchSessions: {
    vendorId: string
    id: string
    batch: string
    plannedDay: string
    day: string
    startsAt: string
    endsAt: string
    trainer: string
    hall: string | null
    capacity: number
    state: string
    isOwn: Generated<boolean>
    reason: string | null
    closure: string | null
    createdAt: string
    updatedAt: string
    version: Generated<number>
  }
  batches: {
    vendorId: string
    id: string
    service: string
    name: string
    code: string
    price: number
    currency: string
    priceUnit: string
    startingTime: string
    endingTime: string
    trainingDays: Json
    totalCandidates: number
    trainer: string
    hall: string | null
    startDate: string
    endDate: string
    state: string
    createdAt: string
    updatedAt: string
    version: Generated<number>
    reason: string | null
    archivedFrom: string | null
  }
  books: {
    vendorId: string
    entries: Generated<number>
    entriesHash: Uint8Array
    events: Generated<number>
    eventsHash: Uint8Array
    closedThrough: string | null
  }
  calendarFeeds: {
    hash: Uint8Array
    id: string
    vendorId: string
    trainer: string | null
    createdAt: string
  }
  closures: {
    vendorId: string
    id: string
    label: string
    fromDay: string
    toDay: string
    createdAt: string
    updatedAt: string
    version: Generated<number>
  }
  countries: {
    id: string
    nameEn: string
    nameAr: string
    currency: string
    exponent: number
    dialCode: string
    timeZones: string[]
    firstWeekday: number
    weekend: number[]
    taxRate: number
  }
  customers: {
    vendorId: string
    id: string
    firstName: string
    lastName: string
    phone: string
    email: string
    dob: string | null
    gender: string
    guardianName: string
    guardianPhone: string
    source: string
    language: string
    tags: string[]
    notes: string
    nickname: string
    consentMarketing: boolean
    showInRankings: boolean
    state: string
    mergedInto: string | null
    activeUntil: string | null
    search: string
    importId: string | null
    createdAt: string
    updatedAt: string
    version: Generated<number>
    archivedFrom: string | null
  }
  enrolments: {
    vendorId: string
    id: string
    batch: string
    customer: string
    startDate: string
    endDate: string
    nextChargeOn: string | null
    price: number
    currency: string
    priceUnit: string
    cancelAtPeriodEnd: Generated<boolean>
    plannedEnd: string | null
    freezes: Generated<Json>
    state: string
    reason: string | null
    queuedAt: string
    offeredUntil: string | null
    createdAt: string
    updatedAt: string
    version: Generated<number>
    billedThrough: string | null
  }
  halls: {
    vendorId: string
    id: string
    title: string
    size: number
    totalCandidates: number
    audience: string
    state: string
    createdAt: string
    updatedAt: string
    version: Generated<number>
    archivedFrom: string | null
  }
  imports: {
    vendorId: string
    id: string
    fileName: string
    rows: number
    state: string
    actor: string
    createdAt: string
    updatedAt: string
    version: Generated<number>
  }
  ledger: {
    vendorId: string
    id: string
    sequence: number
    at: string
    day: string
    source: string
    sourceId: string
    debit: string
    credit: string
    amount: number
    currency: string
    method: string | null
    customer: string | null
    batch: string | null
    service: string | null
    hall: string | null
    trainer: string | null
    hash: Uint8Array
  }
  limits: {
    key: string
    count: number
    resetsAt: string
  }
  media: {
    vendorId: string
    image: string
    purpose: string
    bytes: number
    width: number
    height: number
    createdAt: string
  }
  members: {
    vendorId: string
    userId: string
    role: string
    state: string
    createdAt: string
    trainerId: string | null
  }
  merchants: {
    vendorId: string
    uid: string
    email: string
    code: string
    name: Generated<string>
    isActive: Generated<boolean>
    isDeleted: Generated<boolean>
    isOnLine: Generated<boolean>
    lastLogin: string | null
    lastUpdated: string
    createdAt: string
    updatedAt: string
  }
  numbers: {
    vendorId: string
    series: string
    last: number
  }
  oneTimeCodes: {
    emailKey: string
    hash: Uint8Array
    tries: Generated<number>
    expiresAt: string
  }
  outbox: {
    id: string
    kind: string
    payload: string
    attempts: Generated<number>
    runAt: string
    dropAt: string | null
    leasedUntil: string | null
    lastError: string | null
    createdAt: string
  }
  payments: {
    vendorId: string
    id: string
    sale: string
    position: number
    day: string
    at: string
    method: string
    amount: number
    reference: string
    takenBy: string
    inputDigest: Uint8Array
  }
  refunds: {
    vendorId: string
    id: string
    number: string
    sale: string
    day: string
    at: string
    amount: number
    tax: number
    commission: number
    paidBack: number
    method: string | null
    reason: string
    releasesSeat: boolean
    givenBy: string
    inputDigest: Uint8Array
  }
  resetGrants: {
    hash: Uint8Array
    emailKey: string
    expiresAt: string
  }
  saleLines: {
    vendorId: string
    sale: string
    position: number
    kind: string
    text: string
    quantity: number
    unit: number
    list: number
    discount: number
    net: number
    tax: number
    total: number
    commissionRate: number
    commissionRule: string
    commission: number
    enrolment: string | null
    batch: string | null
    service: string | null
    hall: string | null
    trainer: string | null
    fromDay: string | null
    toDay: string | null
  }
  sales: {
    vendorId: string
    id: string
    number: string
    day: string
    soldAt: string
    customer: string | null
    channel: string
    soldBy: string
    currency: string
    list: number
    discount: number
    net: number
    tax: number
    total: number
    paid: Generated<number>
    credited: Generated<number>
    refunded: Generated<number>
    taxRate: number
    taxIsIncluded: boolean
    discountReason: string
    note: string
    voidedAt: string | null
    voidReason: string | null
    inputDigest: Uint8Array
    state: Generated<string>
    createdAt: string
    updatedAt: string
    version: Generated<number>
  }
  serviceTypes: {
    id: string
    nameEn: string
    nameAr: string
    category: string
    surface: string
  }
  services: {
    vendorId: string
    id: string
    vendorRef: string
    service: string
    cover: string
    descriptionEn: string
    descriptionAr: string
    state: string
    createdAt: string
    updatedAt: string
    version: Generated<number>
    archivedFrom: string | null
  }
  sessions: {
    hash: Uint8Array
    id: string
    userId: string
    vendorId: string
    createdAt: string
    confirmedAt: string
    expiresAt: string
    browser: string
  }
  trainerServices: {
    vendorId: string
    trainer: string
    service: string
    position: number
  }
  trainers: {
    vendorId: string
    id: string
    avatar: string
    Fname: string
    Lname: string
    cost: number
    startingTime: string
    endingTime: string
    trainingDays: Json
    state: string
    createdAt: string
    updatedAt: string
    version: Generated<number>
    archivedFrom: string | null
  }
  usernames: {
    username: string
    vendorId: string
  }
  users: {
    id: string
    email: string
    emailKey: string
    passwordHash: string
    totpSecret: string | null
    totpIsOn: Generated<boolean>
    totpLastStep: Generated<number>
    language: Generated<string>
    createdAt: string
  }
  vendorPlans: {
    vendorId: string
    plan: string | null
    trialStartedAt: string | null
    version: Generated<number>
    updatedAt: string
  }
  vendors: {
    vendorId: string
    code: string
    name: string
    email: string
    logo: string
    username: string
    address: string
    postcode: string
    startingTime: string
    endingTime: string
    trainingDays: Json
    latitude: number | null
    longitude: number | null
    location: string
    timeZone: string
    createdAt: string
    updatedAt: string
    version: Generated<number>
  }
}
