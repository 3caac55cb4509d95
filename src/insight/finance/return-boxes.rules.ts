import type { TaxClass } from '#business/ledger/tax.rules.ts'
import { addDays, addMonths, lastDayOf } from '#lib/days.ts'

/**
 * The boxes of a tax return by country, from what was sold and spent in its period. Their numbers are those of the forms:
 * - GB: VAT100, boxes 1 and 3 to 7, HMRC, VAT Notice 700/12 (gov.uk/guidance/how-to-fill-in-and-submit-your-vat-return-vat-notice-70012)
 * - AE: VAT 201, FTA, VAT Returns User Guide; box 1 is the line of the emirate where the business is
 * - SA: VAT return, ZATCA; BH: VAT return, NBR, VAT Return Filing Guideline; OM: VAT return, Tax Authority
 * - DE: Umsatzsteuer-Voranmeldung by its Kennzahlen
 * Boxes for imports, the reverse charge and corrections of earlier periods are not in our books and are left out.
 */
export const returnForms = ['GB', 'AE', 'SA', 'BH', 'OM', 'DE'] as const
export type ReturnForm = (typeof returnForms)[number]

export const boxNames = [
  'dueOnSales',
  'totalDue',
  'reclaimed',
  'payable',
  'salesNet',
  'purchasesNet',
  'standard',
  'reduced',
  'zero',
  'exempt',
  'otherRates',
  'totalSales',
  'purchases',
  'totalPurchases',
] as const
export type BoxName = (typeof boxNames)[number]

/** A box: its number on the form, '' for a country whose form is not known, and its amounts in minor units; null for those that it has not. */
export type ReturnBox = { box: string; name: BoxName; net: number | null; tax: number | null }

/** What was taxed by kind, class and rate (thousandths of a percent); what reduces the tax is below 0. */
type Taxed = { kind: string; taxClass: TaxClass | null; rateThousandths: number | null; net: number; tax: number }
type Sums = { net: number; tax: number }

const none = { net: null, tax: null }
const plus = (...parts: readonly Sums[]): Sums => ({
  net: parts.reduce((sum, { net }) => sum + net, 0),
  tax: parts.reduce((sum, { tax }) => sum + tax, 0),
})
const netOf = ({ net }: Sums) => ({ net, tax: null })
const taxOf = ({ tax }: Sums) => ({ net: null, tax })

/** The sums that every form is made of. @param untaxed what was spent without tax */
function partsOf(rows: readonly Taxed[], untaxed: number) {
  const sold = rows.filter(({ kind }) => kind !== 'expense')
  const of = (taxClass: TaxClass) => plus(...sold.filter((row) => row.taxClass === taxClass))
  // Tax of entries without a class belongs to the sales.
  const unclassed = plus(...sold.filter((row) => row.taxClass === null))
  const spent = plus(...rows.filter(({ kind }) => kind === 'expense'))
  const [standard, reduced, zero, exempt] = [plus(of('standard'), unclassed), of('reduced'), of('zero'), of('exempt')]
  const sales = plus(standard, reduced, zero, exempt)
  const purchases = { net: -spent.net, tax: -spent.tax }
  return {
    sold,
    standard: plus(standard, reduced),
    usual: standard,
    reduced,
    zero,
    exempt,
    sales,
    purchases,
    allPurchases: plus(purchases, { net: untaxed, tax: 0 }),
    payable: { net: 0, tax: sales.tax - purchases.tax },
  }
}
type Parts = ReturnType<typeof partsOf>
type Box = readonly [box: string, name: BoxName, amounts: { net: number | null; tax: number | null }]

const german = ({ sold, zero, exempt, purchases, payable }: Parts): Box[] => {
  const at = (rate: number) => plus(...sold.filter(({ rateThousandths }) => rateThousandths === rate))
  const others = plus(...sold.filter(({ rateThousandths: rate }) => rate !== null && ![0, 7000, 19_000].includes(rate)))
  return [
    ['81', 'standard', netOf(at(19_000))],
    ['86', 'reduced', netOf(at(7000))],
    ['35 / 36', 'otherRates', others],
    ['43', 'zero', netOf(zero)],
    ['48', 'exempt', netOf(exempt)],
    ['66', 'reclaimed', taxOf(purchases)],
    ['83', 'payable', taxOf(payable)],
  ]
}

const forms: Record<ReturnForm, (parts: Parts) => Box[]> = {
  GB: ({ sales, purchases, allPurchases, payable }) => [
    ['1', 'dueOnSales', taxOf(sales)],
    ['3', 'totalDue', taxOf(sales)],
    ['4', 'reclaimed', taxOf(purchases)],
    ['5', 'payable', taxOf(payable)],
    ['6', 'salesNet', netOf(sales)],
    ['7', 'purchasesNet', netOf(allPurchases)],
  ],
  AE: ({ standard, zero, exempt, sales, purchases, payable }) => [
    ['1', 'standard', standard],
    ['4', 'zero', netOf(zero)],
    ['5', 'exempt', netOf(exempt)],
    ['8', 'totalSales', sales],
    ['9', 'purchases', purchases],
    ['11', 'totalPurchases', purchases],
    ['12', 'totalDue', taxOf(sales)],
    ['13', 'reclaimed', taxOf(purchases)],
    ['14', 'payable', taxOf(payable)],
  ],
  SA: ({ standard, zero, exempt, sales, purchases, payable }) => [
    ['1', 'standard', standard],
    ['3', 'zero', netOf(zero)],
    ['5', 'exempt', netOf(exempt)],
    ['6', 'totalSales', sales],
    ['7', 'purchases', purchases],
    ['12', 'totalPurchases', purchases],
    ['13', 'payable', taxOf(payable)],
  ],
  BH: ({ standard, zero, exempt, sales, purchases, payable }) => [
    ['1(a)', 'standard', standard],
    ['4', 'zero', netOf(zero)],
    ['6', 'exempt', netOf(exempt)],
    ['7', 'totalSales', sales],
    ['8(a)', 'purchases', purchases],
    ['14', 'totalPurchases', purchases],
    ['15', 'payable', taxOf(payable)],
  ],
  OM: ({ standard, zero, exempt, sales, purchases, payable }) => [
    ['1(a)', 'standard', standard],
    ['1(b)', 'zero', netOf(zero)],
    ['1(c)', 'exempt', netOf(exempt)],
    ['5(a)', 'totalDue', taxOf(sales)],
    ['6(a)', 'purchases', purchases],
    ['7(c)', 'payable', taxOf(payable)],
  ],
  DE: german,
}

const general = ({ usual, reduced, zero, exempt, sales, purchases, payable }: Parts): Box[] => [
  ['', 'standard', usual],
  ['', 'reduced', reduced],
  ['', 'zero', netOf(zero)],
  ['', 'exempt', netOf(exempt)],
  ['', 'totalSales', sales],
  ['', 'purchases', purchases],
  ['', 'payable', taxOf(payable)],
]

const endOfNextMonth = (last: string) => lastDayOf(addMonths(`${last.slice(0, 7)}-01`, 1).slice(0, 7))

/** When the return of a period is due, by the period's last day. */
const dueAfter: Record<ReturnForm, (lastDay: string) => string> = {
  GB: (last) => addDays(endOfNextMonth(last), 7),
  AE: (last) => addDays(last, 28),
  SA: (last) => endOfNextMonth(last),
  BH: (last) => endOfNextMonth(last),
  OM: (last) => addDays(last, 30),
  DE: (last) => addDays(last, 10),
}

/** The day by which the return of a period must be filed and paid; null for a country whose form is not known. @param last its last day */
export function returnDueOn(country: string, last: string): string | null {
  const form = returnForms.find((known) => known === country)
  return form ? dueAfter[form](last) : null
}

/**
 * The boxes of the return for what was taxed in a period.
 * @param country ISO code; one whose form is not known has the same sums without numbers, those that are not 0, and none
 * at all where nothing was taxed
 * @param untaxed what was spent without tax, in minor units
 */
export function returnBoxes(country: string, rows: readonly Taxed[], untaxed: number): { form: ReturnForm | null; boxes: ReturnBox[] } {
  const form = returnForms.find((known) => known === country) ?? null
  const parts = partsOf(rows, untaxed)
  const isTaxed = rows.some(({ taxClass, tax }) => tax !== 0 || (taxClass !== null && taxClass !== 'standard'))
  const said = isTaxed ? general(parts).filter(([, , { net, tax }]) => net || tax) : []
  const boxes = form ? forms[form](parts) : said
  return { form, boxes: boxes.map(([box, name, amounts]) => ({ box, name, ...none, ...amounts })) }
}
