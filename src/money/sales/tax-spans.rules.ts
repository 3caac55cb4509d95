import { taxRateOf, type TaxClass, type TaxTerms } from '#business/ledger/tax.rules.ts'

/** The tax of a service from a day on to before another; without a service that of all services that always were standard. */
export type TaxSpan = { service: string | null; from: string; to: string; rateThousandths: number; isIncluded: boolean }

/**
 * The taxes of a business as spans of days, those of each service that was given a class apart.
 * @param taxes the earliest first, the first from ever on; @param classes the earliest first
 */
export function taxSpans(
  taxes: readonly (TaxTerms & { validFrom: string | null })[],
  classes: readonly { service: string; validFrom: string; taxClass: TaxClass }[],
): TaxSpan[] {
  const from = (day: string | null) => day ?? '-infinity'
  const services = [null, ...new Set(classes.map(({ service }) => service))]
  return services.flatMap((service) => {
    const own = [{ validFrom: null, taxClass: 'standard' as const }, ...classes.filter((one) => one.service === service)]
    return taxes.flatMap((tax, at) =>
      own.flatMap(({ validFrom, taxClass }, of) => {
        const first = latest(from(tax.validFrom), from(validFrom))
        const after = earliest(taxes[at + 1]?.validFrom ?? 'infinity', own[of + 1]?.validFrom ?? 'infinity')
        if (order(first) >= order(after)) return []
        return [{ service, from: first, to: after, rateThousandths: taxRateOf(tax, taxClass), isIncluded: tax.isIncluded }]
      }),
    )
  })
}

/** A day as text that sorts, before and after all days too. */
const order = (day: string) => (day === '-infinity' ? '' : day === 'infinity' ? '~' : day)
const latest = (a: string, b: string) => (order(a) > order(b) ? a : b)
const earliest = (a: string, b: string) => (order(a) < order(b) ? a : b)
