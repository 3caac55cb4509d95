import { expect, test } from 'vitest'
import { week } from './fields.ts'
import { dayList, daySpans } from './week.ts'

test.each([
  ['en-GB', 1, [1, 2, 3, 4, 5, 6], 'Mon, Tue, Wed, Thu, Fri, Sat', 'Mon–Sat'],
  ['en-GB', 1, [0, 6], 'Sat, Sun', 'Sat, Sun'],
  ['en-GB', 1, [1, 3, 4, 5, 0], 'Mon, Wed, Thu, Fri, Sun', 'Mon, Wed–Fri, Sun'],
  ['en-GB', 0, [1, 3, 4, 5, 0], 'Sun, Mon, Wed, Thu, Fri', 'Sun, Mon, Wed–Fri'],
  ['ar-KW', 6, [6, 0, 1, 3], 'السبت، الأحد، الاثنين، الأربعاء', 'السبت–الاثنين، الأربعاء'],
  ['en-GB', 1, [], '', ''],
])('in %s, weeks from %i, the days %j are named one by one and as spans', (locale, first, selected, list, spans) => {
  expect(dayList(week(...selected), first, locale)).toBe(list)
  expect(daySpans(week(...selected), first, locale)).toBe(spans)
})
