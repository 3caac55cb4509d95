/**
 * For how many years after the year of a bill each country requires a business to retain it, the longest of its tax and
 * commercial laws. An accountant should check what a business must retain; this is what the product retains by default.
 */
const years: Record<string, number> = {
  // Corporate Tax Law 47/2022, art. 56.
  AE: 7,
  // Commercial Books Law M/61, art. 8; VAT requires 6.
  SA: 10,
  // Commerce Law 68/1980, books and their vouchers.
  KW: 10,
  // Income Tax Law 24/2018, art. 12.
  QA: 10,
  // Commerce Law 7/1987, books and their vouchers; VAT requires 5.
  BH: 10,
  // VAT Law 121/2020, art. 66.
  OM: 10,
  // Unified Tax Procedures Law 206/2020, art. 13.
  EG: 5,
  // VAT Notice 700/21; Finance Act 1998, schedule 18, paragraph 21.
  GB: 6,
  // Taxes Consolidation Act 1997, s. 886.
  IE: 6,
  // Abgabenordnung § 147, for vouchers since 2025.
  DE: 8,
  // Bundesabgabenordnung § 132.
  AT: 7,
  // Code de commerce, art. L123-22.
  FR: 10,
  // Codice civile, art. 2220.
  IT: 10,
  // Código de Comercio, art. 30.
  ES: 6,
  // Algemene wet inzake rijksbelastingen, art. 52.
  NL: 7,
  // IRS Publication 583: up to 7 years.
  US: 7,
  // Income Tax Act, s. 230.
  CA: 6,
  // Taxation Administration Act 1953, sch. 1; Corporations Act 2001, s. 286.
  AU: 7,
  // CGST Act 2017, s. 36: 72 months from the annual return of the year.
  IN: 8,
}

/** None of the countries above requires more. */
const yearsElsewhere = 10

/** For how many years after the year of a bill the business's country requires it to be retained. @param country ISO 3166 */
export const retentionYears = (country: string): number => years[country] ?? yearsElsewhere

/** The last day on which a bill retains what it printed of its buyer: laws count from year end. @param day of the bill, YYYY-MM-DD */
export const retainUntil = (day: string, country: string): string => `${Number(day.slice(0, 4)) + retentionYears(country)}-12-31`
