/** How a service or a line of a bill is taxed (decision 51); zero-rated and exempt differ in the tax return alone. */
export const taxClasses = ['standard', 'reduced', 'zero', 'exempt'] as const
export type TaxClass = (typeof taxClasses)[number]

/** The tax rates of a business in thousandths of a percent, the reduced one null without one, and whether prices include the tax. */
export type TaxTerms = { rateThousandths: number; reducedThousandths: number | null; isIncluded: boolean }

/** Whether a class has no tax whatever the rates are. */
export const isUntaxed = (taxClass: TaxClass): taxClass is 'zero' | 'exempt' => taxClass === 'zero' || taxClass === 'exempt'

/** The rate of a class in thousandths of a percent; a business without a reduced rate taxes what would have it at the standard one. */
export function taxRateOf({ rateThousandths, reducedThousandths }: Omit<TaxTerms, 'isIncluded'>, taxClass: TaxClass): number {
  if (isUntaxed(taxClass)) return 0
  return taxClass === 'reduced' ? (reducedThousandths ?? rateThousandths) : rateThousandths
}
