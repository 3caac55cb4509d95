import { mutantsOf } from './mutant.ts'

const ofBatches = ['src/timetable/enrolments/price.test.ts']
const asShown = ['src/timetable/enrolments/price-agreed.test.ts']
const own = ['src/timetable/enrolments/own-price.test.ts']
const refused = ['src/timetable/enrolments/own-price-refused.test.ts']

/** Prices that change from a day on, of a batch or of some of its places. */
export const prices = [
  ...mutantsOf('src/timetable/enrolments/price.server.ts', ofBatches, [
    [`from === (await ctx.today())`, `from < (await ctx.today())`],
    [`own !== nextPrice &&`, `own === nextPrice &&`],
  ]),
  ...mutantsOf('src/timetable/enrolments/price.effect.server.ts', ofBatches, [
    [`place.priceUnit !== batch.priceUnit`, `place.price === 0`],
    [`(place.state === 'active' && isFree(place))`, `place.price === 0`],
  ]),
  ...mutantsOf(
    'src/timetable/enrolments/price.effect.server.ts',
    ['src/money/quotes/quoted-price.test.ts'],
    [[`if (place.isQuoted)`, `if (!place.isQuoted)`]],
  ),
  ...mutantsOf('src/timetable/enrolments/price.effect.server.ts', asShown, [
    [`decision.digest !== effects.digest`, `decision.digest === ''`],
    [`"offeredUntil" > \${now}`, `"offeredUntil" is not null`],
  ]),
  ...mutantsOf('src/timetable/enrolments/price.effect.server.ts', own, [
    [`first >= until ?`, `first < until ?`],
    [`day >= first &&`, `day > first &&`],
    [`periodShare(place, span, proration)`, `{ days: 1, of: 1 }`],
    [`batch.price > 0 && termsAt`, `batch.price === 0 && termsAt`],
  ]),
  ...mutantsOf('src/timetable/enrolments/price.effect.server.ts', refused, [
    [`['price', of, id, price, from, shown]`, `[id, price, from, shown]`],
  ]),
  ...mutantsOf('src/timetable/enrolments/own-price.server.ts', refused, [
    [`row.batch === batch.id ?`, `row.batch !== '' ?`],
    [`place.version !== seen[at]?.version`, `place.version === 0`],
    [`if (effect.exception !== null)`, `if (effect.exception === 'unit')`],
    [`assertAgreed(decision, previewOf('places', batch, next, effects))`, `void 0`],
  ]),
  ...mutantsOf('src/timetable/enrolments/own-price.server.ts', own, [[`source: 'desk'`, `source: 'price'`]]),
  ...mutantsOf('src/timetable/enrolments/price.write.server.ts', ofBatches, [
    [`if (from < (await`, `if (from <= (await`],
    [`await countPriceMails(ctx, batch.id)`, `void 0`],
  ]),
  ...mutantsOf('src/timetable/enrolments/price.write.server.ts', refused, [
    [`batch.state !== 'open' && batch.state !== 'draft'`, `batch.state === 'archived'`],
  ]),
  ...mutantsOf('src/timetable/enrolments/terms.server.ts', own, [
    [`terms.discountKind === null && terms.kind === 'paid'`, `terms.kind === 'paid'`],
    [`reason: price > 0 ? null : reason`, `reason: undefined`],
    [`row.price !== price)?.fromDay`, `row.price === price)?.fromDay`],
  ]),
  ...mutantsOf('src/timetable/enrolments/price.mail.server.ts', ofBatches, [
    [`values.planned === planned`, `values.planned !== planned`],
    [`kind === 'priceChanged' ? 'add' : 'delete'`, `kind === 'priceChanged' ? 'add' : 'has'`],
  ]),
  ...mutantsOf('src/timetable/enrolments/enrolment.rules.ts', ofBatches, [[`while (due < from)`, `while (due <= from)`]]),
  ...mutantsOf('src/timetable/enrolments/enrolment.actions.server.ts', ofBatches, [
    [`startDate < nextPriceFrom`, `startDate > nextPriceFrom`],
  ]),
  ...mutantsOf('src/timetable/batches/batch.rules.ts', ofBatches, [[`day >= nextPriceFrom`, `day > nextPriceFrom`]]),
]
