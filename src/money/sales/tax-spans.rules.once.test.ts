import { expect, test } from 'vitest'
import { taxSpans } from './tax-spans.rules.ts'

const tax = (validFrom: string | null, rateThousandths: number, reducedThousandths: number | null = null, isIncluded = true) => ({
  validFrom,
  rateThousandths,
  reducedThousandths,
  isIncluded,
})

test('each service with a class has spans of its own, cut by the days of the taxes and of its classes', () => {
  const taxes = [tax(null, 5000), tax('2027-01-01', 20_000, 5000), tax('2027-07-01', 10_000, null, false)]
  const classes = [
    { service: 'a', validFrom: '2026-12-01', taxClass: 'reduced' as const },
    { service: 'b', validFrom: '2027-01-01', taxClass: 'exempt' as const },
    { service: 'a', validFrom: '2027-03-01', taxClass: 'standard' as const },
  ]
  const shown = taxSpans(taxes, classes).map(({ service, from, to, rateThousandths, isIncluded }) =>
    [service, from, to, rateThousandths, isIncluded ? 'in' : 'on'].join(' '),
  )
  expect(shown).toEqual([
    ' -infinity 2027-01-01 5000 in',
    ' 2027-01-01 2027-07-01 20000 in',
    ' 2027-07-01 infinity 10000 on',
    'a -infinity 2026-12-01 5000 in',
    // Without a reduced rate the standard one counts.
    'a 2026-12-01 2027-01-01 5000 in',
    'a 2027-01-01 2027-03-01 5000 in',
    'a 2027-03-01 2027-07-01 20000 in',
    'a 2027-07-01 infinity 10000 on',
    'b -infinity 2027-01-01 5000 in',
    'b 2027-01-01 2027-07-01 0 in',
    'b 2027-07-01 infinity 0 on',
  ])
})
