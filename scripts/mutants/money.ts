import { mutantsOf } from './mutant.ts'

const sales = ['src/money/sales/sale.test.ts']
const recurring = ['src/insight/reports/revenue-months.test.ts', 'src/insight/reports/place-months.test.ts']
const payouts = ['src/money/payouts/payout.test.ts']

/** Amounts: rounding, tax, discounts, refunds, amounts due, payouts, and the price of a plan. */
export const money = [
  ...mutantsOf(
    'src/lib/amounts.ts',
    ['src/lib/amounts.test.ts'],
    [
      [`(x * y * 2n + z) / (2n * z)`, `(x * y) / z`],
      [`scaled(amount, rate, wholeTaxRate + rate)`, `scaled(amount, rate, wholeTaxRate)`],
      [`Math.floor((rate + 5) / 10)`, `Math.floor(rate / 10)`],
      [`a.rest > b.rest ? -1 : 1`, `a.rest > b.rest ? 1 : -1`],
      [`index === 0 ? amount : 0`, `index === weights.length - 1 ? amount : 0`],
      [`? a.index - b.index :`, `? b.index - a.index :`],
    ],
  ),
  ...mutantsOf('src/money/sales/recurring-revenue.server.ts', recurring, [
    [`n."per" * n."count" + s."paidTo" - n."rest"`, `n."per" * n."count"`],
    [`where n."count" > 0`, `where n."count" > 4`],
    [`w."discountUntil" + 1 as "ended"`, `w."discountUntil" as "ended"`],
    [`w."fromDay", w."number" desc`, `w."fromDay", w."number"`],
    [`e."priceUnit" = 'term' or next."day" is not null`, `e."priceUnit" = 'term'`],
    [`and e."endDate" >= b."endDate" and e."state" <> 'cancelled'`, `and e."state" <> 'cancelled'`],
    [`isIncluded ? rateThousandths : 0`, `isIncluded ? 0 : rateThousandths`],
  ]),
  ...mutantsOf(
    'src/money/sales/invoice.rules.ts',
    ['src/money/sales/invoice.rules.test.ts'],
    [
      [`total > minor(simplified.upTo)`, `total >= minor(simplified.upTo)`],
      [`total >= minor(simplified.below)`, `total > minor(simplified.below)`],
      [`net >= minor(`, `total >= minor(`],
      [`isSimplifiedUnregistered && taxNumber === ''`, `taxNumber === ''`],
    ],
  ),
  ...mutantsOf(
    'src/money/sales/zatca.rules.ts',
    ['src/money/sales/zatca.rules.test.ts'],
    [
      [`const mostBytes = 255`, `const mostBytes = 127`],
      [`[index + 1, value.length, ...value]`, `[index, value.length, ...value]`],
      [`amountText(tax, exponent)`, `amountText(tax, 2)`],
    ],
  ),
  ...mutantsOf('src/money/sales/sale.bill.server.ts', ['src/money/sales/invoice.test.ts'], [[`...buyer,`, ``]]),
  ...mutantsOf('src/insight/reports/revenue-months.server.ts', recurring, [
    [`v."since" < v."first" then 'reactivated'`, `v."since" <= v."first" then 'reactivated'`],
    [`and not \${isFrozenOn(day)} then`, `then`],
    [`r."goesOn" > m."last" as "isHeld"`, `r."to" > m."last" as "isHeld"`],
    [`where "opening" <> "closing" or "opening" = 0 group`, `where "opening" <> "closing" group`],
    [`where: became('churned'), of`, `where: decline, of`],
  ]),
  ...mutantsOf('src/insight/reports/churn.rules.ts', recurring, [
    [`churnedMrr + contractionMrr - expansionMrr`, `churnedMrr + contractionMrr`],
    [`payingCustomers * left)`, `payingCustomers * there)`],
  ]),
  ...mutantsOf(
    'src/money/sales/sale.rules.ts',
    ['src/money/sales/sale.rules.test.ts'],
    [
      [`manager: 3000, frontDesk: 1000`, `manager: 3000, frontDesk: 3000`],
      [`owner: wholeRate, manager: 3000`, `owner: wholeRate, manager: 3001`],
      [`manager: 1000, frontDesk: 100,`, `manager: 1000, frontDesk: 1000,`],
      [`owner: null, manager: 1000`, `owner: null, manager: null`],
      [`(tax.isIncluded ? amount - taxWithin`, `(!tax.isIncluded ? amount - taxWithin`],
      [`total - credited - (paid - refunded)`, `total - credited - paid`],
      [`=> total - credited\n`, `=> total\n`],
      [`return sale.refunded === 0 && method`, `return method`],
      [`&& reverses === null && reversedOn === null`, `&& reverses === null`],
      [`method !== 'marketplace' && reverses`, `reverses`],
      [`void: !isVoid && sale.paid === 0 && sale.credited === 0`, `void: !isVoid && sale.credited === 0`],
      [`portion(whole, from + share, line.total) - portion(whole, from, line.total)`, `portion(whole, share, line.total)`],
    ],
  ),
  ...mutantsOf('src/money/sales/sale.sell.server.ts', sales, [
    [`discountOf(gross, discount) > rateOf(gross, most)`, `discountOf(gross, discount) > rateOf(gross, most) + 1`],
    [`if (paid > totals.total) throw`, `if (paid > totals.total + 1) throw`],
    [`totals.total !== total)`, `totals.total < total)`],
  ]),
  ...mutantsOf(
    'src/lib/amounts.ts',
    ['src/lib/amounts.test.ts'],
    [[`Math.min(amount, kind === 'percent'`, `Math.max(0, kind === 'percent'`]],
  ),
  ...mutantsOf('src/money/sales/sale.note.server.ts', sales, [
    [`if (credit.amount > sale.total - sale.credited) throw`, `if (credit.amount > sale.total) throw`],
  ]),
  ...mutantsOf('src/money/sales/sale.refund.server.ts', sales, [
    [`input.amount > limit) throw`, `input.amount > limit * 2) throw`],
    [`.where('givenBy', '=', userId)`, `.where('givenBy', '<>', userId)`],
  ]),
  ...mutantsOf(
    'src/money/sales/sale.note.server.ts',
    ['src/money/sales/payment.test.ts'],
    [[`if (sale.voidedAt !== null || sale.paid > 0 || sale.credited > 0) throw`, `if (sale.voidedAt !== null || sale.credited > 0) throw`]],
  ),
  ...mutantsOf(
    'src/money/sales/sale.pay.server.ts',
    ['src/money/sales/payment.test.ts', 'src/money/sales/sale.test.ts'],
    [
      [`if (amount > due) throw`, `if (amount > due + 1) throw`],
      [`if (!isReversible(sale, taken)) throw`, `if (false) throw`],
    ],
  ),
  ...mutantsOf(
    'src/money/sales/commission.rules.ts',
    ['src/money/payouts/marketplace.test.ts', 'src/money/payouts/payout.test.ts'],
    [
      [`marketplace: 1000, desk: 0`, `marketplace: 1001, desk: 0`],
      [`desk: 0, online: 0`, `desk: 100, online: 0`],
    ],
  ),
  ...mutantsOf(
    'src/money/sales/renewal.rules.ts',
    ['src/money/sales/renewal.test.ts', 'src/money/sales/past-due.test.ts'],
    [
      [`renewalGraceDays = 3`, `renewalGraceDays = 4`],
      [`[1, 4, 8] as const`, `[1, 4, 9] as const`],
    ],
  ),
  ...mutantsOf(
    'src/money/payouts/payout.rules.ts',
    ['src/money/payouts/payout.rules.test.ts'],
    [[`accountHours = 48`, `accountHours = 47`]],
  ),
  ...mutantsOf('src/lib/bank-account.ts', ['src/lib/bank-account.test.ts'], [[`% 97n === 1n`, `% 97n !== 0n`]]),
  ...mutantsOf(
    'src/money/payouts/payout.actions.server.ts',
    ['src/money/payouts/operator.test.ts'],
    [[`if (!current) return { waits: 'account'`, `if (false) return { waits: 'account'`]],
  ),
  ...mutantsOf('src/money/payouts/payout.actions.server.ts', payouts, [
    [`if (before.state !== from) throw`, `if (false) throw`],
    [`if (until > today) throw`, `if (false) throw`],
    [`> 0 ? lines : []`, `>= 0 ? lines : []`],
  ]),
  ...mutantsOf(
    'src/money/payroll/pay.actions.server.ts',
    ['src/money/payroll/payroll.test.ts'],
    [
      [`if (input.amount > payable) throw`, `if (input.amount > payable + 1) throw`],
      [`if (input.month > today.slice(0, 7)) throw`, `if (false) throw`],
    ],
  ),
  ...mutantsOf(
    'src/money/payroll/session-pay.server.ts',
    ['src/money/payroll/pay-rules.test.ts', 'src/money/payroll/pay-share.test.ts'],
    [
      [`a."mark" in ('present', 'late')`, `a."mark" in ('present', 'late', 'absent')`],
      [`= 'minimum' then coalesce(`, `= 'minimum' then 0 * coalesce(`],
    ],
  ),
  ...mutantsOf(
    'src/money/revenue/session-revenue.server.ts',
    ['src/money/payroll/pay-share.test.ts'],
    [
      [`o."state" <> 'cancelled' and o."day"`, `o."day"`],
      [`and \${paysFor(vendorId, sql\`o."day"\`)}`, ``],
    ],
  ),
  ...mutantsOf(
    'src/money/revenue/session-revenue.server.ts',
    ['src/money/revenue/revenue.test.ts', 'src/money/effects/effects.model.test.ts'],
    [
      [`and not \${isCredited(vendorId, day)}`, ``],
      [`f."to" < \${day} and f."entries"`, `f."to" < \${day} - 1 and f."entries"`],
      [`f."entries" >= \${entry}`, `f."entries" > \${entry} + 1000`],
      [`bool_or(\${day} between f."from" and f."to")`, `bool_or(false)`],
    ],
  ),
  ...mutantsOf(
    'src/money/revenue/session-revenue.server.ts',
    ['src/money/revenue/revenue.test.ts'],
    [
      [`then o."amount" else -o."amount" end`, `then 0 else -o."amount" end`],
      [`- div(\${left} * (g."upTo" - l."net"), g."net")`, ``],
    ],
  ),
  ...mutantsOf(
    'src/money/revenue/portions.server.ts',
    ['src/money/revenue/revenue.test.ts', 'src/money/effects/effects.model.test.ts'],
    [
      [`w."worth" - (n."all" - 1) * w."part"`, `w."part"`],
      [`s."endsAt" <= \${now}`, `s."startsAt" <= \${now}`],
      [`s."state" <> 'cancelled' and s."day"`, `s."day"`],
      [`x."voidedAt" is null`, `true`],
      [`and o."toDay" < \${from}::date`, `and false`],
      [`"credited" > 0 or "freezes" <> '[]'`, `"credited" > 0`],
    ],
  ),
  ...mutantsOf(
    'src/money/revenue/deferral.server.ts',
    ['src/money/revenue/revenue.test.ts', 'src/money/revenue/revenue.model.test.ts'],
    [
      [`day >= addDays(deferredSince, -1)`, `day >= deferredSince`],
      [`case when 'opening' in (g."debit", g."credit") then 1 else 0 end`, `0`],
      [`await post(open, movesBetween([], former, 'opening'))`, ``],
      [`p."isDelivered" and p."day" <= \${day}`, `p."isDelivered" and p."day" < \${day}`],
      [`g."source" in ('sale', 'refund', 'void')`, `g."source" in ('sale', 'refund')`],
      [`fromLedger.length > 0 || !isChange ? null :`, `false ? null :`],
      [`day <= closedThrough &&`, ``],
      [`const before = await added(ctx, [end], [posted(vendorId, [end])])`, `const before: Deferred[] = []`],
    ],
  ),
  ...mutantsOf(
    'src/money/payroll/pay.lines.server.ts',
    ['src/money/payroll/pay-rules.test.ts'],
    [
      [`o."unit" <> 'general' and`, ``],
      [`w where \${payOf('w')} <> "paid"`, `w where false`],
      [`where d."amount" <> 0 or d."kind" = 'session'`, `where d."amount" <> 0`],
    ],
  ),
  ...mutantsOf(
    'src/directory/trainers/pay-rule.rules.ts',
    ['src/money/payroll/pay-rules.test.ts'],
    [[`scaled(by, minutes, 60)`, `Math.floor((by * minutes) / 60)`]],
  ),
  ...mutantsOf(
    'src/money/payroll/empty-pay.server.ts',
    ['src/money/payroll/pay-rules.test.ts'],
    [[`one.from <= fromDay`, `one.from < fromDay`]],
  ),
  ...mutantsOf(
    'src/money/expenses/expense.rules.ts',
    ['src/money/expenses/expense.rules.test.ts'],
    [
      [`debit: 'expense', amount: amount - tax`, `debit: 'expense', amount`],
      [`here >= from ? here`, `here > from ? here`],
      [`due > until ? null`, `due >= until ? null`],
    ],
  ),
  ...mutantsOf('src/money/banking/banking.guards.server.ts', ['src/money/banking/matched.test.ts'], [[`l."sourceId" = `, `l."id" = `]]),
  ...mutantsOf(
    'src/money/banking/match-line.rules.ts',
    ['src/money/banking/match.once.test.ts'],
    [[`{ bits: 5, isIdentity: false }`, `{ bits: 5, isIdentity: true }`]],
  ),
  ...mutantsOf(
    'src/money/cashbook/move.server.ts',
    ['src/money/cashbook/cashbook.test.ts', 'src/insight/reports/day.test.ts'],
    [
      [`.where('day', '>', day)`, `.where('day', '<', day)`],
      [`if (isCountedLater) throw`, `if (false) throw`],
    ],
  ),
  ...mutantsOf(
    'src/timetable/enrolments/terms.rules.ts',
    ['src/timetable/enrolments/discount.test.ts'],
    [
      [`fromDay > discount.until`, `fromDay >= discount.until`],
      [`return discountOf(price, discount)`, `return discount.value`],
    ],
  ),
  ...mutantsOf(
    'src/timetable/enrolments/terms.server.ts',
    ['src/timetable/enrolments/discount.test.ts'],
    [
      [`fromDay > day && rows`, `fromDay < day && rows`],
      [`return { discountKind: kind,`, `return { discountKind: null,`],
    ],
  ),
  ...mutantsOf(
    'src/timetable/enrolments/terms.server.ts',
    ['src/timetable/enrolments/price.test.ts'],
    [
      [`rows.find(countsOn(day))\n  // The`, `rows.at(-1)\n  // The`],
      [`of after(known, from)`, `of [] as Row[]`],
      [`row[part] !== before[part]`, `row[part] === undefined`],
      [`saidBy(termsAt(known, from))`, `{ ...saidBy(termsAt(known, from)), price: 0 }`],
      [`discountOn(discountOf(row), price, day)`, `discountOn(discountOf(row), row.price, day)`],
    ],
  ),
  ...mutantsOf(
    'src/timetable/enrolments/terms.server.ts',
    ['src/timetable/enrolments/terms.test.ts'],
    [
      [`kind === 'paid' && current.kind === 'paid'`, `current.kind === kind`],
      [`? { reason } : {}`, `? {} : {}`],
      [`...(reason === null ? {} : { reason })`, `...{}`],
    ],
  ),
  ...mutantsOf(
    'src/timetable/enrolments/enrolment.freeze.server.ts',
    ['src/money/effects/effects-freeze.test.ts'],
    [
      [`if (from < row.startDate)`, `if (from > row.endDate)`],
      [`from <= closedThrough`, `from < closedThrough`],
      [`isPast ? span.from : today`, `today`],
      [`if (isPast) await`, `if (isPast && reason === '') await`],
    ],
  ),
  ...mutantsOf(
    'src/money/sales/billing-run.server.ts',
    ['src/money/sales/billing-run-again.test.ts'],
    [['o."day" <= ${since}::date', `o."day" <= '2099-01-01'`]],
  ),
  ...mutantsOf(
    'src/money/sales/billing-run.row.server.ts',
    ['src/money/sales/billing-run-again.test.ts'],
    [[`e."nextChargeOn" > l."toDay" + 1`, `e."nextChargeOn" > l."toDay" + 1000`]],
  ),
  ...mutantsOf(
    'src/money/sales/place-bill.server.ts',
    ['src/money/sales/billing-run-again.test.ts'],
    [[`run?.hasVoided === true`, `run?.hasVoided !== true`]],
  ),
  ...mutantsOf(
    'src/money/sales/place-answer.server.ts',
    ['src/money/sales/place-answer.test.ts'],
    [[`(input.answer === 'accept' && isOtherBill)`, `(input.answer === 'decline' && isOtherBill)`]],
  ),
  ...mutantsOf(
    'src/timetable/enrolments/terms.row.server.ts',
    ['src/timetable/enrolments/discount.test.ts'],
    [
      [`* 2 + 10000) / 20000`, `* 2) / 20000`],
      [`"discountUntil" >= `, `"discountUntil" > `],
    ],
  ),
  ...mutantsOf(
    'src/money/sales/place-terms.server.ts',
    ['src/timetable/enrolments/discount.test.ts'],
    [
      [`from > row.endDate`, `from < row.startDate`],
      [`if (discount) assertDiscount(ctx, price, discount)`, `void assertDiscount`],
    ],
  ),
  ...mutantsOf(
    'src/money/effects/paid-days.rules.ts',
    ['src/money/effects/effects.rules.test.ts', 'src/money/effects/effects.test.ts'],
    [
      [`state === 'cancelled' ? earlier(endDate, after) : after`, `after`],
      [`addDays(earlier(endDate, batchEnd), 1)`, `addDays(endDate, 1)`],
      [`entry <= entries`, `entry < entries`],
      [`entry <= entries`, `entries >= 0`],
      [`earlier(to, addDays(day, -1))`, `to`],
      [`return creditedFrom ? `, `return creditedFrom === '' ? `],
      [`attendedOn === null ? first :`, `attendedOn !== '' ? first :`],
    ],
  ),
  ...mutantsOf(
    'src/money/effects/effects.rules.ts',
    ['src/money/effects/effects.rules.test.ts'],
    [
      [`proration === 'full' && used > 0`, `proration === 'full'`],
      [`used * 2 <= of ?`, `used * 2 < of ?`],
      [`byCustomer.includes(act) ? proration : 'days'`, `proration`],
      [`Math.min(line.total - line.credited, `, `Math.min(line.total, `],
      [`line.isVoidable && amount === line.total`, `line.isVoidable`],
      [`both.after.priceUnit === 'session'`, `both.after.priceUnit === 'term'`],
      [`price - scaled(price, planned - cancelled, planned)`, `scaled(line.total, cancelled, planned)`],
    ],
  ),
  ...mutantsOf(
    'src/money/effects/effects.rules.ts',
    ['src/money/effects/effects-block.test.ts', 'src/money/effects/effects-dates.test.ts'],
    [
      [`worth(usedBy(rule, usedBefore, of))`, `line.total`],
      [`range) => without(range, one))`, `range) => [range])`],
    ],
  ),
  ...mutantsOf(
    'src/timetable/enrolments/enrolment.freeze.server.ts',
    ['src/money/effects/effects-attended.test.ts'],
    [[`await predecessorsOf(ctx, [id])`, `new Map([[id, []]])`]],
  ),
  ...mutantsOf(
    'src/money/effects/effect.reverse.server.ts',
    [
      'src/money/effects/effects-reverse.test.ts',
      'src/money/effects/effects-posting.test.ts',
      'src/insight/finance/delivered-explained.test.ts',
    ],
    [
      [` && !(await isBilled(ctx, enrolment))`, ``],
      [`lines.map((line) => line.customer)`, `[] as string[]`],
      [`{ ...charge, billedThrough: null }`, `{ billedThrough: null }`],
    ],
  ),
  ...mutantsOf(
    'src/insight/finance/reconcile.places.server.ts',
    ['src/insight/finance/reconcile.places.test.ts'],
    [
      [`if (from <= through)`, `if (from < through)`],
      [`earlier(to, through)`, `to`],
      [` or "freezes" <> '[]'`, ``],
      [` and s."voidedAt" is null`, ``],
    ],
  ),
  ...mutantsOf(
    'src/money/quotes/quote.convert.server.ts',
    ['src/money/quotes/quote.effect.test.ts'],
    [
      [`decision && decision.digest !== effects.digest`, `decision && decision.digest === ''`],
      [`await applyCredit(ctx, customer, sale)`, `void applyCredit`],
      [`      throw new Shown()\n`, ``],
    ],
  ),
  ...mutantsOf(
    'src/money/effects/charges.rules.ts',
    ['src/money/effects/effects.rules.test.ts', 'src/money/effects/effects-block.test.ts', 'src/money/effects/effects-dates.test.ts'],
    [
      [`later(from, place.startDate)`, `from`],
      [`earlier(addDays(from, credit.days - 1), place.lastDay)`, `addDays(from, credit.days - 1)`],
      [`later(from, since)`, `from`],
      [`earlier(to, last)`, `to`],
      [`without(range, freeze)`, `[range]`],
      [`later(today, addDays(chargedTo, 1))`, `today`],
    ],
  ),
  ...mutantsOf(
    'src/money/effects/effect.facts.server.ts',
    ['src/money/effects/effects-attended.test.ts'],
    [
      [`followed.get(enrolment) ?? []`, `[enrolment]`],
      [`and a."mark" in ('present', 'late')`, `and a."mark" <> 'booked'`],
    ],
  ),
  ...mutantsOf(
    'src/money/effects/effect.places.server.ts',
    ['src/money/effects/effects-attended.test.ts'],
    [[`later(today, unusedFrom(left))`, `today`]],
  ),
  ...mutantsOf(
    'src/insight/finance/delivered.explained.server.ts',
    ['src/insight/finance/delivered-explained.test.ts'],
    [
      [`addDays(from, unused - 1)`, `addDays(from, 90)`],
      [`isBefore ? on(carried, day) : undefined`, `undefined`],
      [`return { own: [...paid, ...afterFreezes(place, free)], carried }`, `return { own: paid, carried }`],
      [`[...all.own, ...all.carried]`, `all.own`],
      [`...afterFreezes(place, carried)]`, `...carried]`],
      [`nextChargeOn !== null && nextChargeOn >= today && nextChargeOn <= day`, `false`],
    ],
  ),
  ...mutantsOf(
    'src/money/effects/effect.facts.server.ts',
    ['src/money/effects/effects-block.test.ts', 'src/money/effects/effects-dates.test.ts', 'src/money/effects/effects.test.ts'],
    [
      [`and o."kind" = 'charge') as`, `and o."kind" = 'void') as`],
      [`f."act" = \${act} and f."reversedAt" is null`, `f."act" = \${act}`],
      [`f."act" in ('block', 'move')`, `f."act" = 'block'`],
      [`coalesce(charged."most", l."amount")`, `l."amount"`],
    ],
  ),
  ...mutantsOf(
    'src/money/effects/effect.server.ts',
    ['src/money/effects/effects.test.ts', 'src/money/effects/effects-posting.test.ts'],
    [
      [`choice && choice.digest !== shown.digest`, `choice && choice.digest === ''`],
      [`amount > most || amount < least`, `amount < least`],
      [`line.kind !== 'void' || amount !== line.proposed`, `true`],
      [`await applyCredit(ctx, customer)`, `void customer`],
    ],
  ),
  ...mutantsOf(
    'src/money/effects/effect.read.server.ts',
    ['src/money/effects/effects.test.ts', 'src/money/effects/effects-posting.test.ts'],
    [
      [`row.day <= closedThrough`, `row.day < closedThrough.slice(0, 7)`],
      [`if (row.isLater) return 'later'`, ``],
      [`if (row.isPaid) return 'paid'`, ``],
      [`row.isUsed ? 'used' : null`, `null`],
    ],
  ),
  ...mutantsOf(
    'src/business/ledger/ledger.rules.ts',
    ['src/business/ledger/ledger.rules.test.ts'],
    [
      [`amount !== 0`, `amount > 0`],
      [`...turned(move), amount: -move.amount`, `...move, amount: -move.amount`],
      [`debit: credit,`, `debit,`],
      [`'taxPayable',\n  'payrollPayable',`, `'payrollPayable',`],
    ],
  ),
  ...mutantsOf(
    'src/directory/plans/billing.rules.ts',
    ['src/directory/plans/billing.test.ts'],
    [
      [`addDays(addMonths(day, 12), -1)`, `addMonths(day, 12)`],
      [`before.toDay < day) return`, `before.toDay <= day) return`],
      [`Math.floor((before.amount * unused)`, `Math.ceil((before.amount * unused)`],
    ],
  ),
]
