import { mutantsOf } from './mutant.ts'

const tests = ['src/insight/home/counts.test.ts']

/** What Home counts, and how the night counts it (decision 73). */
export const counts = [
  ...mutantsOf('src/timetable/enrolments/place-counts.server.ts', tests, [
    [`(e."countedUntil" is not null)::int from "enrolments" e`, `0 from "enrolments" e`],
    [`e."endDate" < \${today}::date and e."isCounted"`, `e."endDate" < \${today}::date - 30 and e."isCounted"`],
    [`and e."offeredUntil" > \${now} and e."isCounted"`, `and e."isCounted"`],
    [`(u."until" is not null)::int - (u."countedUntil" is not null)::int`, `(u."until" is not null)::int`],
    [`"batchPlaces"."taken" + excluded."taken"`, `excluded."taken"`],
  ]),
  ...mutantsOf('src/directory/customers/customer-counts.server.ts', tests, [
    [`"customerDays"."ending" + excluded."ending"`, `excluded."ending"`],
    [`"customerDays"."created" + excluded."created"`, `excluded."created"`],
    [`union all select "countedUntil", -1, 0 from u`, `union all select "countedUntil", 0, 0 from u`],
    [`union all select "countedOn", 0, -1 from u`, `union all select "countedOn", 0, 0 from u`],
    [`change(countedOn, { created: -1 })`, `change(countedOn, { created: 0 })`],
    [`coalesce("countedUntil" >= \${today}::date, false)::int`, `0`],
    [`- \${isIn(sql\`"countedOn"\`, from, to)}`, `- 0`],
  ]),
  ...mutantsOf('src/insight/home/seats.server.ts', tests, [[`and f."day" = \${then}::date`, `and f."day" < \${then}::date`]]),
]
