import { europeanUnion } from '#directory/customers/company.rules.ts'
import type { Buyer, Invoice } from './invoice.contract.ts'
import type { SaleDetail } from './sale.contract.ts'

/** How a country calls the number under which a business is registered for its tax: TRN, VAT number, or just tax number. */
export type NumberKind = 'trn' | 'vat' | 'tax'

/** What a country's law asks of a taxable business's bills. */
type InvoiceRule = {
  /** The title of an invoice to a company, and of one to a person. */
  title: Invoice['title']
  simplifiedTitle: Invoice['title']
  creditNoteTitle: Invoice['creditNoteTitle']
  /** Up to this sum, in whole units, an invoice to a company too may leave out the company. */
  simplified: { upTo: number } | { below: number } | { belowWithoutTax: number }
  /** Whether an invoice may leave out a company without a tax number, at any sum. */
  isSimplifiedUnregistered?: true
  number: NumberKind
  /** The locale (BCP 47) whose language must be on the document. */
  language?: string
  /** Whether the document has a QR code of its seller, instant, total and tax. */
  hasCode?: true
}

const european: InvoiceRule = {
  title: 'invoice',
  simplifiedTitle: 'invoice',
  creditNoteTitle: 'creditNote',
  simplified: { upTo: 100 },
  number: 'vat',
}
const gulf = { title: 'taxInvoice', simplifiedTitle: 'simplifiedTaxInvoice', creditNoteTitle: 'creditNote', number: 'vat' } as const

/**
 * The rules by country, for businesses that are registered for its tax; docs/invoices.md says what each asks for and where
 * it is published.
 *
 * - AE: Cabinet Decision 52 of 2017, articles 59 and 60: both kinds of invoice show the words "Tax Invoice".
 * - SA: VAT Implementing Regulations, article 53; E-Invoicing Resolution 62738, annex 2; ZATCA, "How to prepare", phase 1.
 * - BH: VAT Executive Regulations, articles 52 and 53. OM: Ministerial Decision 53/2021, and the Tax Authority's general
 *   permission of simplified invoices.
 * - GB: VAT Regulations 1995, regulations 14 and 16A.
 * - EU: Directive 2006/112/EC, articles 220a, 226 and 226b. DE: § 14 UStG and § 33 UStDV.
 */
const rules: Readonly<Record<string, InvoiceRule>> = {
  AE: {
    ...gulf,
    simplifiedTitle: 'taxInvoice',
    creditNoteTitle: 'taxCreditNote',
    simplified: { upTo: 10_000 },
    isSimplifiedUnregistered: true,
    number: 'trn',
  },
  BH: { ...gulf, simplified: { upTo: 500 }, isSimplifiedUnregistered: true },
  DE: { ...european, simplified: { upTo: 250 } },
  GB: { ...european, simplified: { upTo: 250 } },
  OM: { ...gulf, simplified: { belowWithoutTax: 500 } },
  SA: { ...gulf, simplified: { below: 1000 }, language: 'ar-SA', hasCode: true },
}

/** The rule of a country; null where bills are general documents. */
export function invoiceRule(country: string): InvoiceRule | null {
  return rules[country] ?? (europeanUnion.has(country) ? european : null)
}

/** How a country calls a tax number. */
export const numberKind = (country: string): NumberKind => invoiceRule(country)?.number ?? 'tax'

/** The sums of a bill in minor units, and its currency's decimals. */
type Sums = Pick<SaleDetail, 'net' | 'total' | 'exponent'>

/** Whether the law wants a company named on a bill of these sums. */
function namesCompany(
  { simplified, isSimplifiedUnregistered }: InvoiceRule,
  { net, total, exponent }: Sums,
  { taxNumber }: Buyer,
): boolean {
  if (isSimplifiedUnregistered && taxNumber === '') return false
  const minor = (units: number) => units * 10 ** exponent
  if ('upTo' in simplified) return total > minor(simplified.upTo)
  return 'below' in simplified ? total >= minor(simplified.below) : net >= minor(simplified.belowWithoutTax)
}

/** What the law wants of a bill and it does not have: the addresses of its seller and of the company that it names. */
export function gapsOf(rule: InvoiceRule, sums: Sums, sellerAddress: string, company: Buyer | null): Invoice['gaps'] {
  return [
    ...(sellerAddress === '' ? (['sellerAddress'] as const) : []),
    ...(company && company.address === '' && namesCompany(rule, sums, company) ? (['buyerAddress'] as const) : []),
  ]
}

/** The days on which lines are delivered, from the first to the last; null where none names its days. */
export function supplyOf(lines: readonly Pick<SaleDetail['items'][number], 'fromDay' | 'toDay'>[]): Invoice['supply'] {
  const days = lines.flatMap(({ fromDay, toDay }) => (fromDay !== null && toDay !== null ? [fromDay, toDay] : [])).toSorted()
  const [fromDay, toDay] = [days[0], days.at(-1)]
  return fromDay === undefined || toDay === undefined ? null : { fromDay, toDay }
}

/** Whether a bill shows each line without tax: one to a company whose tax it deducts. */
export const showsNet = (sale: Pick<SaleDetail, 'buyer' | 'invoice' | 'items'>): boolean =>
  Boolean(sale.buyer) && Boolean(sale.invoice) && sale.items.some(({ taxRateThousandths }) => taxRateThousandths > 0)
