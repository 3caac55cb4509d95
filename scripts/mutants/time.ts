import { mutantsOf } from './mutant.ts'

const ended = ['src/timetable/enrolments/ended.test.ts']
const places = ['src/timetable/enrolments/enrolment.rules.test.ts']

/** Days, months and states: what is billed from when, what counts as over, and which state may follow which. */
export const time = [
  ...mutantsOf(
    'src/lib/days.ts',
    ['src/lib/days.test.ts'],
    [
      [`Math.min(date, last)`, `date`],
      [`/ dayMs) + 1`, `/ dayMs)`],
      [`/ months) * months + 1`, `/ months) * months`],
      [`today && from <= today ? today`, `today ? today`],
    ],
  ),
  ...mutantsOf(
    'src/lib/plans.ts',
    ['src/lib/plans.test.ts'],
    [
      [`trialDays = 30`, `trialDays = 31`],
      [`Math.floor((now - Date.parse(startedAt)) / day)`, `Math.ceil((now - Date.parse(startedAt)) / day)`],
      [`pro: { yearlyPrice: 400, accounts: 3 }`, `pro: { yearlyPrice: 400, accounts: 4 }`],
    ],
  ),
  ...mutantsOf('src/business/setup/setup.rules.ts', ['src/business/setup/setup.rules.test.ts'], [[`* 20, 100)`, `* 25, 100)`]]),
  ...mutantsOf('src/timetable/enrolments/enrolment.rules.ts', places, [
    [`=== fromDay ? addMonths(startDate, months + 1)`, `=== fromDay ? addMonths(fromDay, 1)`],
    [`later(addDays(billedThrough, 1), nextChargeOn ?? '')`, `later(billedThrough, nextChargeOn ?? '')`],
    [`nextChargeOn === null ? null : later(startDate, nextChargeOn)`, `nextChargeOn`],
    [`return addDays(endDate, daysIn(freeze))`, `return addDays(endDate, daysIn(freeze) - 1)`],
    [`if (freeze.from >= today) return`, `if (freeze.from > today) return`],
    [`giverRoles: readonly Role[] = ['owner', 'manager']`, `giverRoles: readonly Role[] = ['owner', 'manager', 'frontDesk']`],
  ]),
  ...mutantsOf(
    'src/timetable/enrolments/enrolment.actions.server.ts',
    ['src/timetable/enrolments/enrolment.test.ts', 'src/money/sales/blocked.test.ts'],
    [[`if (customer.state === 'blocked') throw`, `if (false) throw`]],
  ),
  ...mutantsOf(
    'src/timetable/enrolments/offer.server.ts',
    ['src/timetable/enrolments/enrolment.test.ts'],
    [[`batch)) <= 0) throw`, `batch)) < 0) throw`]],
  ),
  ...mutantsOf(
    'src/timetable/enrolments/offer.server.ts',
    ['src/timetable/enrolments/offers.test.ts'],
    [[`batch)) <= 0) return false`, `batch)) < 0) return false`]],
  ),
  ...mutantsOf(
    'src/timetable/enrolments/enrolment.write.server.ts',
    ['src/timetable/enrolments/enrolment.test.ts'],
    [[`if (!from.includes(row.state)) throw`, `if (false) throw`]],
  ),
  ...mutantsOf('src/timetable/enrolments/enrolment.actions.server.ts', ended, [
    [`if (endDate < today) throw`, `if (false) throw`],
    [`if (endDate < startDate) throw`, `if (false) throw`],
  ]),
  ...mutantsOf('src/timetable/enrolments/enrolment.write.server.ts', ended, [
    [`if (row.version !== version) throw`, `if (row.version < version) throw`],
    [`if (row.version !== version) throw`, `if (row.version > version) throw`],
  ]),
  ...mutantsOf(
    'src/timetable/batches/batch.rules.ts',
    ['src/timetable/batches/batch.rules.test.ts'],
    [
      [`/ dayMs) + 1\n`, `/ dayMs)\n`],
      [`const wraps = hours.endingTime <= hours.startingTime`, `const wraps = hours.endingTime < hours.startingTime`],
      [`Math.ceil(cost / each)`, `Math.floor(cost / each)`],
    ],
  ),
  ...mutantsOf(
    'src/timetable/attendance/attendance.server.ts',
    ['src/timetable/attendance/attendance.test.ts'],
    [[`own !== null && trainer !== own`, `own !== null && trainer === ''`]],
  ),
  ...mutantsOf(
    'src/directory/trainers/rate.rules.ts',
    ['src/directory/trainers/rate.rules.test.ts'],
    [
      [`rate.from !== null && rate.from > today) return`, `rate.from !== null && rate.from >= today) return`],
      [`rate.from < from).toReversed`, `rate.from <= from).toReversed`],
    ],
  ),
  ...mutantsOf(
    'src/money/quotes/quote.answer.server.ts',
    ['src/money/quotes/quote.answer.test.ts', 'src/money/quotes/quote.test.ts'],
    [
      [`if (offer.state !== 'sent') throw`, `if (offer.state === 'declined') throw`],
      [`['sent', 'countered', 'accepted', 'converted', 'declined'].includes(row.state)) throw`, `false) throw`],
    ],
  ),
  ...mutantsOf(
    'src/insight/rankings/rankings.rules.ts',
    ['src/insight/rankings/rankings.rules.test.ts'],
    [
      [`- firstWeekday + 7) % 7)`, `) % 7)`],
      [`addDays(from, 6) }`, `addDays(from, 7) }`],
      [`addDays(addMonths(from, count), -1)`, `addMonths(from, count)`],
      [`addDays(from, -1), firstWeekday`, `addDays(from, 0), firstWeekday`],
      [`freezeGraceDays = 1`, `freezeGraceDays = 0`],
    ],
  ),
  ...mutantsOf(
    'src/insight/erasure/retention.rules.ts',
    ['src/insight/erasure/erasure.test.ts'],
    [[`yearsElsewhere = 10`, `yearsElsewhere = 1`]],
  ),
  ...mutantsOf(
    'src/insight/challenges/challenge.rules.ts',
    ['src/insight/challenges/challenge.rules.test.ts'],
    [
      [`addDays(startsAt, 6)`, `addDays(startsAt, 7)`],
      [`addDays(addMonths(startsAt, 3), -1)`, `addMonths(startsAt, 3)`],
    ],
  ),
]
