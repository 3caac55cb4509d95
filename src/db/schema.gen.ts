import type { ColumnType, Generated } from 'kysely'

/** Written by `npm run schema` from the migrations; do not edit. */
type Json = ColumnType<unknown, string | null, string | null>

export type Schema = {
  accountCodes: {
    vendorId: string
    format: 'general' | 'xero' | 'quickbooks' | 'datev'
    account: string
    code: string
    createdAt: string
    updatedAt: string
    version: Generated<number>
  }
  alarms: {
    id: string
    kind: string
    detail: string
    at: string
    call: Generated<string>
  }
  apiKeys: {
    id: string
    hash: Uint8Array
    vendorId: string
    name: string
    scopes: string[]
    ending: string
    createdBy: string
    createdAt: string
    expiresAt: string | null
    lastUsedAt: string | null
    revokedAt: string | null
  }
  archives: {
    vendorId: string
    id: string
    askedBy: string
    state: 'making' | 'ready' | 'failed' | 'expired'
    tries: Generated<number>
    leasedUntil: string | null
    file: string | null
    asOf: string | null
    bytes: number | null
    rows: number | null
    createdAt: string
    expiresAt: string | null
    hasCare: Generated<boolean>
  }
  attendance: {
    vendorId: string
    session: string
    enrolment: string
    customer: string
    mark: 'booked' | 'present' | 'late' | 'absent' | 'excused'
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
  bankFiles: {
    vendorId: string
    id: string
    account: string
    name: string
    fromDay: string
    toDay: string
    openingBalance: number | null
    closingBalance: number | null
    importedBy: string
    at: string
    inputDigest: Uint8Array
  }
  bankLines: {
    vendorId: string
    id: string
    account: string
    file: string
    key: Uint8Array
    day: string
    position: number
    amount: number
    balance: number | null
    name: string
    text: string
    reference: string
    matchedAt: string | null
    matchedBy: string | null
    version: Generated<number>
  }
  bankMatches: {
    vendorId: string
    account: string
    entry: string
    line: string
    made: 'entered' | 'paid' | null
  }
  batchPlaces: {
    vendorId: string
    batch: string
    taken: number
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
    state: 'scheduled' | 'completed' | 'cancelled'
    isOwn: Generated<boolean>
    reason: string | null
    closure: string | null
    createdAt: string
    updatedAt: string
    version: Generated<number>
    isAdded: Generated<boolean>
  }
  batches: {
    vendorId: string
    id: string
    service: string
    name: string
    code: string
    price: number
    currency: string
    priceUnit: 'month' | 'term' | 'session'
    startingTime: string
    endingTime: string
    trainingDays: Json
    totalCandidates: number
    trainer: string
    hall: string | null
    startDate: string
    endDate: string
    state: 'draft' | 'open' | 'completed' | 'cancelled' | 'archived'
    createdAt: string
    updatedAt: string
    version: Generated<number>
    reason: string | null
    archivedFrom: string | null
    nextPrice: number | null
    nextPriceFrom: string | null
    nextPriceForAll: Generated<boolean>
    follows: string | null
    inputDigest: Uint8Array | null
  }
  billBuyers: {
    vendorId: string
    sale: string
    name: string
    phone: string
    email: string
    keepUntil: string
    company: Generated<string>
    address: Generated<string>
    country: Generated<string>
    taxNumber: Generated<string>
  }
  billingRules: {
    vendorId: string
    billingDay: number | null
    proration: 'days' | 'halfMonths' | 'full'
    createdAt: string
    updatedAt: string
    version: Generated<number>
    cancelledSessions: Generated<'nothing' | 'credit'>
    visits: Generated<'byHand' | 'day' | 'week' | 'month'>
    visitsFrom: string | null
    placeOffers: Generated<'auto' | 'byHand'>
    offerHours: Generated<number>
  }
  billingRuns: {
    vendorId: string
    id: string
    day: string
    startedAt: string
    endedAfter: string
    voidStartedAt: string | null
    voidedAt: string | null
    voidedBy: string | null
    voidReason: string | null
    billAgainAt: string | null
  }
  boardEntries: {
    challenge: string
    entry: string
    vendorId: string
    name: string | null
    points: number
    formerRank: number | null
  }
  boardGuests: {
    challenge: string
    vendorId: string
    name: string
    username: string
    state: 'host' | 'invited' | 'accepted' | 'declined' | 'removed'
    changedAt: string
  }
  boards: {
    challenge: string
    vendorId: string
    revision: number
    entrants: number
    rules: Json
    version: number
  }
  books: {
    vendorId: string
    entries: Generated<number>
    entriesHash: Uint8Array
    events: Generated<number>
    eventsHash: Uint8Array
    closedThrough: string | null
    pausedBy: string | null
    deferredSince: string | null
    accrualSince: string | null
  }
  calendarFeeds: {
    hash: Uint8Array
    id: string
    vendorId: string
    trainer: string | null
    createdAt: string
  }
  chainChecks: {
    vendorId: string
    chain: 'entries' | 'events'
    sequence: number
    hash: Uint8Array
    checkedAt: string
    wholeAt: string | null
    brokenAt: number | null
  }
  challengeEntries: {
    vendorId: string
    id: string
    challenge: string
    customer: string
    team: string | null
    points: Generated<number>
    formerRank: number | null
    countsFrom: string | null
    state: 'joined' | 'withdrawn' | 'disqualified'
    reason: string | null
    createdAt: string
    updatedAt: string
    version: Generated<number>
  }
  challengeScores: {
    vendorId: string
    id: string
    challenge: string
    entry: string
    source: 'attendance' | 'manual'
    sourceId: string
    session: string | null
    day: string
    units: number
    points: number
    note: string
    actor: string | null
    at: string
    voidedAt: string | null
    voidReason: string | null
  }
  challengeTeams: {
    vendorId: string
    id: string
    challenge: string
    name: string
  }
  challenges: {
    vendorId: string
    id: string
    host: string | null
    nameEn: string
    nameAr: string
    description: string
    cover: string | null
    visibility: 'internal' | 'external'
    session: 'weekly' | 'monthly' | 'quarterly' | 'custom'
    startsAt: string
    endsAt: string
    metric: 'sessionsAttended' | 'minutesTrained' | 'distinctServices' | 'manual'
    unit: string
    mode: 'leaderboard' | 'threshold'
    topN: number | null
    target: number | null
    pointsPerUnit: number
    participation: 'single' | 'team'
    minMembers: number
    lateJoin: boolean
    max: number | null
    prizes: string[]
    state: 'draft' | 'scheduled' | 'final' | 'archived' | 'cancelled'
    reason: string | null
    inputDigest: Uint8Array
    createdAt: string
    updatedAt: string
    version: Generated<number>
  }
  clock: {
    id: number
    seenAt: string
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
    startingTime: string | null
    endingTime: string | null
    hall: string | null
  }
  commissionRates: {
    vendorId: string
    channel: 'marketplace' | 'desk' | 'online' | 'import'
    validFrom: string
    rate: number
    updatedAt: string
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
  creditPayouts: {
    vendorId: string
    id: string
    customer: string
    day: string
    at: string
    amount: number
    currency: string
    method: 'cash' | 'card' | 'transfer' | 'wallet'
    reason: string
    givenBy: string
    inputDigest: Uint8Array
    account: string | null
  }
  customerDays: {
    vendorId: string
    day: string
    ending: number
    created: number
  }
  customers: {
    vendorId: string
    id: string
    firstName: string
    lastName: string
    phone: string
    email: string
    dob: string | null
    gender: '' | 'female' | 'male'
    guardianName: string
    guardianPhone: string
    source: 'marketplace' | 'walkIn' | 'import' | 'referral'
    language: 'en' | 'ar'
    tags: string[]
    notes: string
    nickname: string
    consentMarketing: boolean
    showInRankings: boolean
    state: 'active' | 'blocked' | 'archived'
    mergedInto: string | null
    activeUntil: string | null
    search: string
    importId: string | null
    createdAt: string
    updatedAt: string
    version: Generated<number>
    archivedFrom: string | null
    erasedAt: string | null
    companyName: Generated<string>
    billingStreet: Generated<string>
    billingCity: Generated<string>
    billingPostcode: Generated<string>
    billingCountry: Generated<string>
    taxNumber: Generated<string>
    emergencyName: Generated<string>
    emergencyPhone: Generated<string>
    emergencyRelation: Generated<string>
    medicalNote: Generated<string>
    photoConsent: Generated<'notAsked' | 'yes' | 'no'>
    emailKey: Generated<string>
    countedUntil: string | null
    countedOn: string | null
    isCounted: Generated<boolean>
  }
  datevSettings: {
    vendorId: string
    consultant: number
    client: number
    chart: '03' | '04'
    accountLength: number
    yearStart: number
    createdAt: string
    updatedAt: string
    version: Generated<number>
  }
  dayCloses: {
    vendorId: string
    id: string
    day: string
    cashExpected: number
    cashCounted: number
    cardExpected: number
    cardCounted: number
    transferExpected: number
    transferCounted: number
    walletExpected: number
    walletCounted: number
    note: string
    closedBy: string
    closedAt: string
    inputDigest: Uint8Array
    till: string | null
  }
  deliveries: {
    vendorId: string
    id: string
    userId: string | null
    customer: string | null
    address: string
    channel: 'app' | 'mail'
    kind: string
    about: string | null
    cause: string | null
    values: Json
    at: string
    readAt: string | null
    state: 'shown' | 'queued' | 'failed' | 'sent' | 'kept' | 'dropped' | 'givenUp'
    stateAt: string
    attempts: Generated<number>
    reason: 'refused' | 'postponed' | 'unreachable' | 'other' | null
    replyCode: number | null
  }
  effectLines: {
    vendorId: string
    effect: string
    position: number
    kind: 'credit' | 'void' | 'charge'
    customer: string
    enrolment: string
    sale: string | null
    refund: string | null
    proposed: number
    amount: number
    price: number
    unit: 'days' | 'sessions'
    count: number
    of: number
    fromDay: string
    toDay: string
    reason: string
  }
  effects: {
    vendorId: string
    id: string
    act: 'move' | 'cancel' | 'finish' | 'freeze' | 'batchDates' | 'batchCancel' | 'batchComplete' | 'sessionCancel' | 'closure' | 'block' | 'unblock' | 'dates'
    batch: string | null
    sessions: string[] | null
    day: string
    at: string
    actor: string
    reversedAt: string | null
    reversedBy: string | null
  }
  emptyPay: {
    vendorId: string
    number: number
    fromDay: string
    rule: 'full' | 'minimum' | 'nothing'
    setAt: string
  }
  enrolmentTerms: {
    vendorId: string
    enrolment: string
    number: number
    fromDay: string | null
    price: number
    discountKind: 'percent' | 'amount' | null
    discountValue: number | null
    discountUntil: string | null
    reason: string | null
    setAt: string
    setBy: string | null
    kind: Generated<'paid' | 'free'>
    source: Generated<'desk' | 'quote' | 'price' | 'former'>
  }
  enrolments: {
    vendorId: string
    id: string
    batch: string
    customer: string | null
    startDate: string
    endDate: string
    nextChargeOn: string | null
    price: number
    currency: string
    priceUnit: 'month' | 'term' | 'session'
    cancelAtPeriodEnd: Generated<boolean>
    plannedEnd: string | null
    freezes: Generated<Json>
    state: 'waitlisted' | 'offered' | 'active' | 'completed' | 'cancelled' | 'expired'
    reason: string | null
    queuedAt: string
    offeredUntil: string | null
    createdAt: string
    updatedAt: string
    version: Generated<number>
    billedThrough: string | null
    inputDigest: Uint8Array | null
    quote: string | null
    owed: Generated<number>
    unpaidSince: string | null
    unpaidBill: string | null
    hasTerms: Generated<boolean>
    termsNumber: number
    isAutoOffer: Generated<boolean>
    countedUntil: string | null
    isCounted: Generated<boolean>
  }
  expenses: {
    vendorId: string
    id: string
    day: string
    category: 'rent' | 'utilities' | 'equipment' | 'marketing' | 'travel' | 'salaries' | 'software' | 'insurance' | 'maintenance' | 'fees' | 'other'
    supplier: string
    note: string
    amount: number
    tax: number
    method: 'cash' | 'card' | 'transfer'
    hall: string | null
    batch: string | null
    service: string | null
    inputDigest: Uint8Array
    currency: string
    receipt: string | null
    recurrence: string | null
    period: string | null
    voidedOn: string | null
    voidReason: string | null
    state: Generated<string>
    createdAt: string
    updatedAt: string
    version: Generated<number>
    account: string | null
    isUnpaid: Generated<boolean>
    dueOn: string | null
    paidOn: string | null
  }
  formerPlaces: {
    vendorId: string
    day: string
    places: number
    taken: number
  }
  halls: {
    vendorId: string
    id: string
    title: string
    size: number
    totalCandidates: number
    audience: 'mixed' | 'women' | 'men' | 'children'
    state: 'active' | 'maintenance' | 'archived'
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
    state: 'running' | 'done' | 'undone'
    actor: string
    createdAt: string
    updatedAt: string
    version: Generated<number>
  }
  installation: {
    id: number
    keyCheck: Uint8Array
  }
  invitationLinks: {
    hash: Uint8Array
    vendorId: string
    invitation: string
    expiresAt: string
  }
  invitations: {
    vendorId: string
    id: string
    email: string
    emailKey: string
    role: 'manager' | 'frontDesk' | 'trainer' | 'accountant'
    trainer: string | null
    language: 'en' | 'ar'
    state: 'open' | 'accepted' | 'withdrawn'
    expiresAt: string
    inputDigest: Uint8Array
    createdAt: string
    updatedAt: string
    version: Generated<number>
  }
  knownBrowsers: {
    userId: string
    hash: Uint8Array
    seenAt: string
  }
  ledger: {
    vendorId: string
    id: string
    sequence: number
    at: string
    day: string
    source: 'sale' | 'payment' | 'refund' | 'void' | 'commission' | 'expense' | 'payroll' | 'payout' | 'adjustment' | 'deferral' | 'transfer' | 'taxPayment' | 'owner' | 'loan' | 'opening' | 'count'
    sourceId: string
    debit: 'cash' | 'marketplaceReceivable' | 'customerReceivable' | 'revenue' | 'discount' | 'taxPayable' | 'commission' | 'refund' | 'payroll' | 'payrollPayable' | 'expense' | 'payoutClearing' | 'customerCredit' | 'deferredRevenue' | 'deferral' | 'opening' | 'owner' | 'loan' | 'supplierPayable'
    credit: 'cash' | 'marketplaceReceivable' | 'customerReceivable' | 'revenue' | 'discount' | 'taxPayable' | 'commission' | 'refund' | 'payroll' | 'payrollPayable' | 'expense' | 'payoutClearing' | 'customerCredit' | 'deferredRevenue' | 'deferral' | 'opening' | 'owner' | 'loan' | 'supplierPayable'
    amount: number
    currency: string
    method: string | null
    customer: string | null
    batch: string | null
    service: string | null
    hall: string | null
    trainer: string | null
    hash: Uint8Array
    intoAccount: string | null
    fromAccount: string | null
    taxClass: 'standard' | 'reduced' | 'zero' | 'exempt' | null
    taxRateThousandths: number | null
  }
  limits: {
    key: string
    count: number
    resetsAt: string
  }
  listViews: {
    vendorId: string
    userId: string
    list: string
    name: string
    query: string
    createdAt: string
  }
  mailedCodes: {
    id: string
    purpose: 'reset' | 'email'
    emailKey: string
    hash: Uint8Array
    asker: Uint8Array
    tries: Generated<number>
    otherTries: Generated<number>
    expiresAt: string
  }
  marketplaceOrders: {
    vendorId: string
    order: string
    sale: string
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
    role: 'owner' | 'manager' | 'frontDesk' | 'trainer' | 'accountant'
    state: 'active' | 'suspended' | 'asleep' | 'removed'
    createdAt: string
    trainerId: string | null
    asleepAt: string | null
    lastSignInAt: string | null
    version: Generated<number>
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
  moneyAccounts: {
    vendorId: string
    id: string
    kind: 'till' | 'bank' | 'card' | 'wallet'
    name: string
    number: string
    isFirst: boolean
    state: 'active' | 'archived'
    inputDigest: Uint8Array | null
    createdAt: string
    updatedAt: string
    version: Generated<number>
  }
  moneyMoves: {
    vendorId: string
    id: string
    kind: 'transfer' | 'taxPaid' | 'taxRefunded' | 'ownerIn' | 'ownerOut' | 'loanIn' | 'loanOut' | 'opening' | 'count'
    day: string
    at: string
    amount: number
    currency: string
    fromAccount: string | null
    intoAccount: string | null
    balance: number | null
    note: string
    enteredBy: string
    reversedOn: string | null
    reverseReason: string | null
    inputDigest: Uint8Array
    version: Generated<number>
  }
  noticeSettings: {
    vendorId: string
    userId: string
    kind: string
    app: boolean
    mail: boolean
    updatedAt: string
  }
  numbers: {
    vendorId: string
    series: string
    last: number
  }
  offerLinks: {
    hash: Uint8Array
    vendorId: string
    enrolment: string
    expiresAt: string
  }
  offerQueue: {
    vendorId: string
    dueAt: string
    tries: Generated<number>
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
    deliveryVendor: string | null
    delivery: string | null
  }
  passkeyChallenges: {
    hash: Uint8Array
    browser: Uint8Array
    userId: string | null
    expiresAt: string
  }
  passkeys: {
    id: string
    userId: string
    credential: string
    publicKey: Uint8Array
    counter: number
    transports: string[]
    isBackedUp: boolean
    name: string
    createdAt: string
    lastUsedAt: string | null
  }
  payLines: {
    vendorId: string
    id: string
    run: string
    kind: 'session' | 'adjustment'
    day: string
    at: string
    trainer: string
    session: string | null
    heldOn: string | null
    minutes: number | null
    batch: string | null
    service: string | null
    hall: string | null
    cost: number | null
    amount: number
    currency: string
    reason: string
    writtenBy: string
    inputDigest: Uint8Array | null
    unit: 'session' | 'hour' | 'head' | 'share' | null
    rate: number | null
    share: number | null
    minimum: number | null
    maximum: number | null
    empty: 'full' | 'minimum' | 'nothing' | null
    people: number | null
    base: number | null
    isChange: Generated<boolean>
  }
  paymentDetails: {
    vendorId: string
    holder: string
    account: string
    bankCode: string
    bic: string
    note: string
    createdAt: string
    updatedAt: string
    version: Generated<number>
  }
  payments: {
    vendorId: string
    id: string
    sale: string
    position: number
    day: string
    at: string
    method: 'cash' | 'card' | 'transfer' | 'wallet' | 'marketplace' | 'credit'
    amount: number
    reference: string
    takenBy: string
    inputDigest: Uint8Array
    reverses: string | null
    reason: string | null
    account: string | null
  }
  payoutAccounts: {
    vendorId: string
    id: string
    holder: string
    bankName: string
    sealed: string
    ending: string
    setBy: string
    countsFrom: string
    createdAt: string
  }
  payoutLines: {
    vendorId: string
    payout: string
    position: number
    entry: string
    sale: string
    kind: 'payment' | 'refund' | 'commission'
    day: string
    amount: number
  }
  payouts: {
    vendorId: string
    id: string
    fromDay: string
    toDay: string
    currency: string
    gross: number
    refunds: number
    commission: number
    net: number
    state: 'pending' | 'processing' | 'paid' | 'failed'
    stateAt: string
    account: string
    reference: Generated<string>
    failureReason: string | null
    createdAt: string
    updatedAt: string
    version: Generated<number>
  }
  planInvoices: {
    vendorId: string
    id: string
    number: string
    day: string
    plan: 'starter' | 'pro' | 'elite'
    toDay: string | null
    amount: number
    credit: number
    total: Generated<number>
    createdAt: string
  }
  quoteLinks: {
    hash: Uint8Array
    vendorId: string
    quote: string
    expiresAt: string
  }
  quotes: {
    vendorId: string
    id: string
    number: string
    day: string
    customer: string
    batch: string | null
    service: string | null
    candidates: number
    quote: string
    offeredPrice: number
    counterPrice: number | null
    counterNote: Generated<string>
    agreedPrice: number | null
    currency: string
    validUntil: string
    state: 'draft' | 'sent' | 'countered' | 'accepted' | 'converted' | 'declined' | 'withdrawn'
    sale: string | null
    sentAt: string | null
    answeredAt: string | null
    inputDigest: Uint8Array
    createdAt: string
    updatedAt: string
    version: Generated<number>
  }
  rankingPeriods: {
    vendorId: string
    span: 'week' | 'month' | 'quarter' | 'year'
    fromDay: string
    toDay: string
    version: number
    sizes: Json
    frozenAt: string
  }
  rankingRows: {
    vendorId: string
    span: 'week' | 'month' | 'quarter' | 'year'
    fromDay: string
    board: 'customers' | 'trainers' | 'batches' | 'business'
    position: number
    subject: string
    rank: number | null
    score: number | null
    sample: number
    inputs: Json
  }
  recoveryCodes: {
    userId: string
    hash: Uint8Array
  }
  recurringExpenses: {
    vendorId: string
    id: string
    category: 'rent' | 'utilities' | 'equipment' | 'marketing' | 'travel' | 'salaries' | 'software' | 'insurance' | 'maintenance' | 'fees' | 'other'
    supplier: string
    note: string
    amount: number
    tax: number
    method: 'cash' | 'card' | 'transfer'
    hall: string | null
    batch: string | null
    service: string | null
    inputDigest: Uint8Array
    monthDay: number | null
    fromDay: string
    untilDay: string | null
    nextOn: string | null
    isPaused: Generated<boolean>
    state: Generated<string>
    createdAt: string
    updatedAt: string
    version: Generated<number>
    account: string | null
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
    method: 'cash' | 'card' | 'transfer' | 'wallet' | 'marketplace' | 'credit' | null
    reason: string
    releasesSeat: boolean
    givenBy: string
    inputDigest: Uint8Array
    line: number | null
    reverses: string | null
    account: string | null
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
    kind: 'batch' | 'free' | 'renewal'
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
    chargeBefore: string | null
    billedBefore: string | null
    taxClass: 'standard' | 'reduced' | 'zero' | 'exempt' | null
    taxRateThousandths: number | null
  }
  sales: {
    vendorId: string
    id: string
    number: string
    day: string
    soldAt: string
    dueOn: string
    retryOn: string | null
    customer: string | null
    channel: 'marketplace' | 'desk' | 'online' | 'import'
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
    createdAt: string
    updatedAt: string
    version: Generated<number>
    taxRateThousandths: number | null
    run: string | null
    state: Generated<string>
    buyerName: Generated<string>
    buyerAddress: Generated<string>
    buyerCountry: Generated<string>
    buyerTaxNumber: Generated<string>
  }
  secondFactorResets: {
    userId: string
    dueAt: string
  }
  serviceTaxes: {
    vendorId: string
    service: string
    validFrom: string
    taxClass: 'standard' | 'reduced' | 'zero' | 'exempt'
    createdAt: string
    updatedAt: string
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
    state: 'draft' | 'published' | 'archived'
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
    viewRole: 'manager' | 'frontDesk' | 'trainer' | 'accountant' | null
    viewTrainer: string | null
  }
  snoozes: {
    vendorId: string
    kind: 'unmarked' | 'pastDue' | 'quotes' | 'unnamed' | 'payouts' | 'waiting' | 'expiring' | 'unpriced'
    about: string
    until: string
    by: string
    at: string
  }
  standings: {
    vendorId: string
    span: 'week' | 'month' | 'quarter' | 'year'
    fromDay: string
    version: number
    country: string
    serviceTypes: string[]
    score: number
  }
  taxSettings: {
    vendorId: string
    validFrom: string
    rate: number
    isIncluded: boolean
    number: string
    createdAt: string
    updatedAt: string
    version: Generated<number>
    rateThousandths: number | null
    reducedThousandths: number | null
  }
  timeOff: {
    vendorId: string
    id: string
    trainer: string
    fromDay: string
    toDay: string
    reason: 'holiday' | 'sick' | 'training' | 'other'
    note: string
    inputDigest: Uint8Array
    createdAt: string
    updatedAt: string
    version: Generated<number>
  }
  trainerPayments: {
    vendorId: string
    id: string
    trainer: string
    day: string
    at: string
    method: 'cash' | 'card' | 'transfer' | 'wallet'
    amount: number
    currency: string
    reference: string
    paidBy: string
    inputDigest: Uint8Array
    account: string | null
  }
  trainerRates: {
    vendorId: string
    trainer: string
    number: number
    fromDay: string | null
    cost: number | null
    setAt: string
    unit: Generated<'session' | 'hour' | 'head' | 'share' | 'general'>
    amount: number | null
    share: number | null
    minimum: number | null
    maximum: number | null
    service: string | null
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
    state: 'active' | 'archived'
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
    emailIsVerified: Generated<boolean>
  }
  vendorPlans: {
    vendorId: string
    plan: 'starter' | 'pro' | 'elite' | null
    trialStartedAt: string | null
    version: Generated<number>
    updatedAt: string
    dailyAt: Generated<string>
    dailyFor: string | null
    dailyTries: Generated<number>
    trialEndTold: Generated<boolean>
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
  webhookDeliveries: {
    vendorId: string
    id: string
    webhook: string
    message: string
    event: string
    record: string
    position: number
    body: string
    state: Generated<'pending' | 'delivered' | 'failed'>
    tries: Generated<number>
    dueAt: string
    giveUpAt: string
    sentAt: string | null
    code: number | null
    ms: number | null
    answer: string | null
    createdAt: string
  }
  webhookQueue: {
    webhook: string
    vendorId: string
    dueAt: string | null
    leasedUntil: string | null
  }
  webhooks: {
    vendorId: string
    id: string
    url: string
    events: string[]
    secret: string
    formerSecret: string | null
    formerUntil: string | null
    state: Generated<'active' | 'paused'>
    failingSince: string | null
    createdAt: string
    updatedAt: string
    version: Generated<number>
  }
}
