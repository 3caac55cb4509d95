/**
 * Where inputs are stored, for exceptions to the rule: the table of the call's group, the column with the field's name.
 * A field that has no place and is not named here fails the test, and so does an entry without which nothing would differ.
 */
export type Places = {
  tables: Record<string, string>
  columns: Record<string, string>
  notStored: Record<string, string>
  asking: Record<string, string>
  wider: Record<string, string>
  emptyIsNone: Record<string, string>
  otherColumns: Record<string, Record<string, string>>
  mayBeNull: Record<string, string>
  neverNull: Record<string, string>
  wordless: Record<string, string>
}

/** The acts whose input has what a member decided about the lines of their effects. */
const decided = [
  'batches.cancel',
  'batches.complete',
  'batches.update',
  'closures.create',
  'closures.update',
  'customers.block',
  'customers.unblock',
  'enrolments.cancel',
  'enrolments.changeSeveral',
  'enrolments.finish',
  'enrolments.freeze',
  'enrolments.move',
  'enrolments.update',
  'sessions.cancel',
]
const ofDecisions = (part: string, place: string) => Object.fromEntries(decided.map((call) => [`${call}.decision.${part}`, place]))

/** The table of a call, or of a list of records in its input. */
const tables: Places['tables'] = {
  ...ofDecisions('lines', 'effectLines'),
  'accounts.addPasskey': 'passkeys',
  'accounts.register': 'users',
  'accounts.renamePasskey': 'passkeys',
  'challenges.disqualify': 'challengeEntries',
  'challenges.enter': 'challengeTeams',
  'challenges.score': 'challengeScores',
  'enrolments.enrol.discount': 'enrolmentTerms',
  'expenses.createRecurring': 'recurringExpenses',
  'expenses.updateRecurring': 'recurringExpenses',
  'cashbook.createAccount': 'moneyAccounts',
  'cashbook.updateAccount': 'moneyAccounts',
  'cashbook.record': 'moneyMoves',
  'cashbook.setBalance': 'moneyMoves',
  'banking.importFile': 'bankFiles',
  'banking.importFile.lines': 'bankLines',
  'banking.accept.expense': 'expenses',
  'banking.accept.move': 'moneyMoves',
  'feeds.create': 'calendarFeeds',
  'home.snooze': 'snoozes',
  'journal.saveCodes': 'accountCodes',
  'journal.saveDatev': 'datevSettings',
  'keys.create': 'apiKeys',
  'marketplace.sell': 'sales',
  'marketplace.sell.customer': 'customers',
  'notifications.saveSettings': 'noticeSettings',
  'views.save': 'listViews',
  'views.remove': 'listViews',
  'payouts.setAccount': 'payoutAccounts',
  'payroll.adjust': 'payLines',
  'payroll.pay': 'trainerPayments',
  'payroll.payAll': 'trainerPayments',
  'payroll.setEmptyPay': 'emptyPay',
  'payroll.setRule': 'trainerRates',
  'plans.change': 'vendorPlans',
  'reports.closeDay': 'dayCloses',
  'sales.pay': 'payments',
  'sales.payOutCredit': 'creditPayouts',
  'sales.refund': 'refunds',
  'sales.reversePayment': 'payments',
  'sales.savePaymentDetails': 'paymentDetails',
  'sales.sell.items': 'saleLines',
  'sales.sell.payments': 'payments',
  'sessions.cancel': 'batchSessions',
  'sessions.add': 'batchSessions',
  'sessions.change': 'batchSessions',
  'enrolments.saveBilling': 'billingRules',
  'setup.saveTax': 'taxSettings',
  'setup.saveVendor': 'vendors',
  'team.invite': 'invitations',
}

/** The column of a field that has another name. */
const columns: Places['columns'] = {
  'batches.changePrice.from': 'batches.nextPriceFrom',
  'enrolments.enrol.discount.kind': 'enrolmentTerms.discountKind',
  'enrolments.enrol.discount.value': 'enrolmentTerms.discountValue',
  'enrolments.enrol.discount.until': 'enrolmentTerms.discountUntil',
  'enrolments.setPrice.from': 'enrolmentTerms.fromDay',
  'enrolments.setDiscount.from': 'enrolmentTerms.fromDay',
  'enrolments.setDiscount.discount.kind': 'enrolmentTerms.discountKind',
  'enrolments.setDiscount.discount.value': 'enrolmentTerms.discountValue',
  'enrolments.setDiscount.discount.until': 'enrolmentTerms.discountUntil',
  'expenses.void.reason': 'expenses.voidReason',
  'cashbook.record.from': 'moneyMoves.fromAccount',
  'cashbook.record.into': 'moneyMoves.intoAccount',
  'cashbook.setBalance.account': 'moneyMoves.intoAccount',
  'cashbook.reverse.reason': 'moneyMoves.reverseReason',
  'banking.accept.move.account': 'moneyMoves.intoAccount',
  'payroll.setEmptyPay.from': 'emptyPay.fromDay',
  'payroll.setRule.from': 'trainerRates.fromDay',
  'sales.void.reason': 'sales.voidReason',
  'sales.voidRun.reason': 'billingRuns.voidReason',
  'challenges.voidScore.reason': 'challengeScores.voidReason',
  'quotes.answer.price': 'quotes.counterPrice',
  'quotes.answer.note': 'quotes.counterNote',
  'team.changeRole.role': 'members.role',
  'challenges.enter.team': 'challengeTeams.name',
  'team.look.role': 'sessions.viewRole',
  'team.look.trainer': 'sessions.viewTrainer',
  'reports.closeDay.cash': 'dayCloses.cashCounted',
  'reports.closeDay.card': 'dayCloses.cardCounted',
  'reports.closeDay.transfer': 'dayCloses.transferCounted',
  'reports.closeDay.wallet': 'dayCloses.walletCounted',
  'services.create.taxClass': 'serviceTaxes.taxClass',
  'services.update.taxClass': 'serviceTaxes.taxClass',
  'timeOff.create.cancelReason': 'batchSessions.reason',
  'timeOff.update.cancelReason': 'batchSessions.reason',
  'marketplace.sell.order': 'marketplaceOrders.order',
}

/** Inputs that are stored nowhere, or as something else, by the field's name in one call or, after a star, in all. */
const notStored: Places['notStored'] = {
  ...ofDecisions('lines.method', 'in the credit note'),
  'accounts.addPasskey.attestationObject': 'the key in it',
  'accounts.addPasskey.clientDataJSON': 'checked',
  'accounts.changePassword.newPassword': 'its hash alone',
  'accounts.confirmPassword.password': 'compared with the hash',
  'accounts.register.acceptTerms': 'without it there is no account',
  'accounts.register.confirmPassword': 'compared',
  'accounts.register.country': 'the vendor’s path, one of the list of countries',
  'accounts.register.password': 'its hash alone',
  'accounts.resetPasswordWithOtp.email': 'finds the account',
  'accounts.resetPasswordWithOtp.newPassword': 'its hash alone',
  'accounts.sendOtp.email': 'finds the account',
  'enrolments.changeSeveral.act': 'which columns change',
  'accounts.signIn.email': 'finds the account',
  'accounts.signIn.password': 'compared with the hash',
  'accounts.signInWithPasskey.authenticatorData': 'the counter in it',
  'accounts.signInWithPasskey.clientDataJSON': 'checked',
  'accounts.signInWithPasskey.credential': 'finds the passkey',
  'accounts.signInWithPasskey.signature': 'checked',
  'accounts.signInWithPasskey.userHandle': 'compared with the account',
  'accounts.verifyOtp.email': 'finds the account',
  'batches.update.decision.digest': 'compared with what the act means now',
  'enrolments.update.decision.digest': 'compared with what the act means now',
  'banking.accept.documents.kind': 'names the table of a document',
  'banking.accept.entries': 'each is a row of its own',
  'banking.importFile.lines.bankId': 'in the digest of the key',
  'banking.importFile.lines.occurrence': 'in the digest of the key',
  'banking.undo.reason': 'in the log, and in what is reversed',
  'batches.rollOver.copy': 'the id of the new batch',
  'batches.rollOver.leaveOut': 'who gets no enrolment',
  'batches.rollOver.waiting': 'whether the waiting list gets enrolments',
  'batches.update.places': 'what becomes of places, which change themselves',
  'closures.create.decision.digest': 'compared with what the act means now',
  'closures.update.decision.digest': 'compared with what the act means now',
  'challenges.enter.customers': 'each is an entry of its own',
  'challenges.invite.username': 'finds the business',
  'customers.create.emergencyPhone': 'in the form of E.164, which has a CHECK',
  'customers.create.guardianPhone': 'in the form of E.164, which has a CHECK',
  'customers.create.phone': 'in the form of E.164, which has a CHECK',
  'customers.update.emergencyPhone': 'in the form of E.164, which has a CHECK',
  'customers.update.guardianPhone': 'in the form of E.164, which has a CHECK',
  'customers.update.phone': 'in the form of E.164, which has a CHECK',
  'customers.erase.name': 'typed to confirm',
  'customers.erase.reason': 'in the log',
  'documents.update.collection': 'names the call whose fields are compared',
  'documents.update.data': 'the fields of another call',
  'enrolments.cancel.when': 'a flag and a day',
  'enrolments.enrol.ifFull': 'what happens, not what is',
  'enrolments.enrol.terms': 'which day is charged first',
  'enrolments.freeze.from': 'one of the list of freezes',
  'enrolments.freeze.to': 'one of the list of freezes',
  'enrolments.unfreeze.from': 'names one of that list',
  'finance.close.month': 'the last day of it',
  'finance.reopen.month': 'the day before it',
  'finance.reopen.reason': 'in the log',
  'images.upload.file': 'a file',
  'images.upload.purpose': 'in the row of the image, beside what only it has',
  'imports.add.rows': 'judged by the customers’ own input, row by row',
  'keys.create.expiresOn': 'the instant at which that day ends',
  'marketplace.sell.batch': 'in the line of the bill',
  'marketplace.sell.customer.phone': 'in the form of E.164, which has a CHECK',
  'marketplace.sell.startDate': 'the first day of the place',
  'marketplace.sell.vendor': 'whose bill it is',
  'payouts.setAccount.account': 'sealed',
  'payroll.adjust.month': 'a day of it',
  'enrolments.answer.answer': 'the state that it leads to',
  'enrolments.answer.total': 'compared with the bill',
  'quotes.answer.answer': 'the state that it leads to',
  'quotes.convert.customers': 'each is a place of its own',
  'quotes.name.customers': 'each is a place of its own',
  'customers.tagSeveral.customers': 'finds the customers',
  'customers.tagSeveral.tag': 'one of the list of tags',
  'sales.remind.customers': 'finds the bills',
  'sales.remind.sales': 'finds the bills',
  'sales.remind.from': 'finds the bills',
  'sales.remind.to': 'finds the bills',
  'sales.reversePayment.payment': 'finds the payment',
  'sales.sell.discount': 'what it comes to, line by line',
  'sales.sell.items.startDate': 'the first day of the place',
  'sessions.add.startingTime': 'the instant of that time on its day',
  'sessions.add.endingTime': 'the instant of that time on its day',
  'sessions.change.startingTime': 'the instant of that time on its day',
  'sessions.change.endingTime': 'the instant of that time on its day',
  'sessions.change.scope': 'which sessions are changed',
  'sessions.cancel.scope': 'which sessions are cancelled',
  'setup.saveVendor.country': 'compared with the account’s',
  'setup.saveVendor.countryCode': 'compared with the account’s',
  'setup.saveVendor.countryISOCode': 'compared with the account’s',
  'team.accept.confirmPassword': 'compared',
  'team.accept.password': 'its hash alone',
  'timeOff.create.changes': 'the sessions change, not the time off',
  'timeOff.update.changes': 'the sessions change, not the time off',
  'trainers.create.services': 'rows of their own',
  'trainers.update.costFrom': 'the first day of a rate',
  'trainers.update.services': 'rows of their own',
  'webhooks.replaySpan.from': 'finds deliveries',
  'webhooks.replaySpan.to': 'finds deliveries',
  'webhooks.replaySpan.which': 'finds deliveries',
  '*.tell': 'whether mails are sent',
  'effects.reverse.reason': 'in the credit notes and in the log',
}

/** Calls that only answer a question about their input, and write nothing. */
const asking: Places['asking'] = {
  'batches.effects': 'what ending it credits',
  'enrolments.effects': 'what an act credits and charges',
  'enrolments.severalEffects': 'what an act credits and charges',
  'enrolments.priceEffect': 'what a price means for each place',
  'sessions.effects': 'what cancelling them credits',
  'closures.effects': 'what closing days credits',
  'customers.effects': 'what blocking credits, and what its end charges',
  'quotes.effects': 'what converting it bills',
  'closures.touch': 'which sessions a closure would cancel',
  'attendance.recent': 'the latest marks of customers',
  'sales.debts': 'what customers owe',
  'banking.check': 'which lines are stored already',
  'imports.check': 'what is wrong with rows',
  'sessions.plan': 'which sessions a schedule would make',
  'sessions.addPreview': 'who would be notified',
  'sessions.touch': 'who would be notified',
  'timeOff.touch': 'which sessions a time off would change',
}

/** Columns that accept more than the inputs, since the product also writes them itself: why. */
const wider: Places['wider'] = {
  'challengeScores.units': 'attendance may count nothing',
  'challenges.reason': 'empty where the host cancelled, whose reason is its own',
  'noticeSettings.kind': 'each version adds kinds of notices',
  'moneyMoves.amount': 'an opening balance or a count may move either way',
  'moneyAccounts.name': 'the first account of a kind is named by its kind',
  'effectLines.reason': 'empty where the amount is the proposed one',
  'payLines.reason': 'empty in the product’s own lines',
  'webhooks.events': 'each version adds names of events',
}

/** Fields whose empty value is stored as no row at all. */
const emptyIsNone: Places['emptyIsNone'] = { 'challenges.enter.team': 'a person enters alone' }

/** Other columns that a row needs for a multi-column rule to check the value. */
const otherColumns: Places['otherColumns'] = {
  'payments.amount': {},
  'refunds.amount': {},
  'payments.reason': { reverses: '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b' },
  'expenses.tax': { amount: '1000000000000' },
  'recurringExpenses.tax': { amount: '1000000000000' },
}

/** Columns that may be null although the input is required: why. */
const mayBeNull: Places['mayBeNull'] = {
  'enrolmentTerms.discountKind': 'none in terms without a discount',
  'enrolmentTerms.discountValue': 'none in terms without a discount',
  'enrolmentTerms.reason': 'none in terms without a discount',
  'enrolments.customer': 'none any more after an erasure',
  'moneyMoves.balance': 'only an opening balance or a count sets one',
  'payments.reason': 'a payment has none, its reversal has one',
  'refunds.method': 'nothing goes back of what was not paid',
  'saleLines.batch': 'a free line has none',
}

/** Columns that are never null although an input may be: why. */
const neverNull: Places['neverNull'] = {
  'challenges.endsAt': 'follows from the length but for one of its own',
  'snoozes.until': 'none ends the snooze, whose row goes',
}

/** Options that are shown as they are, or with other words: why. */
const wordless: Places['wordless'] = {
  'datevSettings.chart': 'the number of DATEV’s own chart',
  'apiKeys.scopes': 'codes of the API, explained by developers.scopes with a dash for the colon',
  'webhooks.events': 'codes of the API',
}

export const places: Places = {
  tables,
  columns,
  notStored,
  asking,
  wider,
  emptyIsNone,
  otherColumns,
  mayBeNull,
  neverNull,
  wordless,
}
