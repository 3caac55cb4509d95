import { mutantsOf } from './mutant.ts'

const ofBatches = ['src/timetable/enrolments/price.test.ts']
const asShown = ['src/timetable/enrolments/price-agreed.test.ts']

/** Prices that change from a day on. */
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
    ['src/money/quotes/quote.places.test.ts'],
    [[`if (place.isQuoted)`, `if (!place.isQuoted)`]],
  ),
  ...mutantsOf('src/timetable/enrolments/price.effect.server.ts', asShown, [
    [`decision.digest !== effects.digest`, `decision.digest === ''`],
    [`"offeredUntil" > \${now}`, `"offeredUntil" is not null`],
  ]),
  ...mutantsOf('src/timetable/enrolments/price.write.server.ts', ofBatches, [
    [`if (from < (await`, `if (from <= (await`],
    [`await countPriceMails(ctx, batch.id)`, `void 0`],
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
