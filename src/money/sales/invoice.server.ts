import { addressLines, companyFields } from '#directory/customers/company.rules.ts'
import type { TenantContext } from '#kernel/context.ts'
import { catalogueText } from '#kernel/texts.ts'
import { languageFacts, languageOf, mannerOf, type Language } from '#lib/manner.ts'
import { taxRateText } from '#lib/money.ts'
import type { Buyer, Invoice } from './invoice.contract.ts'
import { gapsOf, invoiceRule, numberKind, supplyOf } from './invoice.rules.ts'
import type { SaleDetail } from './sale.contract.ts'
import type { Seller } from './seller.contract.ts'
import { zatcaText } from './zatca.rules.ts'

/** The columns of a bill about its buyer. */
export type BuyerColumns = { buyerName: string; buyerAddress: string; buyerCountry: string; buyerTaxNumber: string }

/** The company of a customer as a bill of today names it; nothing for a person or a bill without a customer. */
export async function buyerColumns({ trx, vendorId }: TenantContext, customer: string | null): Promise<Partial<BuyerColumns>> {
  if (customer === null) return {}
  const company = await trx
    .selectFrom('customers')
    .select(companyFields)
    .where('vendorId', '=', vendorId)
    .where('id', '=', customer)
    .executeTakeFirstOrThrow()
  if (company.companyName === '') return {}
  return {
    buyerName: company.companyName,
    buyerAddress: addressLines(company).join('\n'),
    buyerCountry: company.billingCountry,
    buyerTaxNumber: company.taxNumber,
  }
}

/** The company that a bill names; null for a person. */
export function buyerOf({ buyerName, buyerAddress, buyerCountry, buyerTaxNumber }: BuyerColumns): Buyer | null {
  return buyerName === '' ? null : { name: buyerName, address: buyerAddress, country: buyerCountry, taxNumber: buyerTaxNumber }
}

/** A document of a bill, for its QR code: the bill or one of its credit notes; amounts in minor units. */
type Document = { at: string; total: number; tax: number }

/** The text of a document's QR code; null where the seller's country asks for none or the seller is not registered. */
export function codeOf({ country, name, taxNumber }: Seller, exponent: number, document: Document): string | null {
  const isAsked = invoiceRule(country)?.hasCode === true && taxNumber !== ''
  return isAsked ? zatcaText({ name, taxNumber, exponent, ...document }) : null
}

/** The labels of a bill and its credit notes that a law may ask for in its own language, by their keys in the catalogue of sales. */
const labelKeys = [
  'bill.customer',
  'bill.dueOn',
  'bill.supply',
  'bill.subtotal',
  'bill.discount',
  'bill.net',
  'bill.untaxed.zero',
  'bill.untaxed.exempt',
  'bill.total',
  'bill.credited',
  'bill.paid',
  'bill.refunded',
  'bill.due',
  'columns.what',
  'columns.quantity',
  'columns.unit',
  'columns.unitNet',
  'columns.discount',
  'columns.net',
  'columns.tax',
  'columns.total',
  'creditNote.of',
  'creditNote.reason',
  'creditNote.net',
  'creditNote.total',
  'creditNote.takenOff',
  'invoice.titles.taxInvoice',
  'invoice.titles.simplifiedTaxInvoice',
  'invoice.titles.creditNote',
  'invoice.numbers.vat',
  'invoice.numbers.tax',
]

/** The labels of a tax, each for every rate of the bill: the rate follows the key. */
const rateKeys = ['bill.taxAdded', 'bill.taxIncluded', 'creditNote.taxAt']

/** @param rates of the bill's lines, in thousandths of a percent */
function labelsIn(locale: string, rates: readonly number[]): Record<string, string> {
  const language = languageOf(locale)
  const rateOf = (rate: number) => taxRateText(rate, mannerOf(language, locale.split('-')[1]))
  return Object.fromEntries([
    ...labelKeys.map((key) => [key, catalogueText(language, `sales.${key}`)] as const),
    ...rates.flatMap((rate) =>
      rateKeys.map((key) => [`${key} ${rate}`, catalogueText(language, `sales.${key}`, { rate: rateOf(rate) })] as const),
    ),
  ])
}

/** What the law of the seller's country makes of a bill; null where it has no rule, or the seller no tax number. */
export function invoiceOf(sale: Omit<SaleDetail, 'invoice'>): Invoice | null {
  const { vendor, buyer = null, items, exponent } = sale
  const rule = invoiceRule(vendor.country)
  if (!rule || vendor.taxNumber === '') return null
  return {
    title: buyer ? rule.title : rule.simplifiedTitle,
    creditNoteTitle: rule.creditNoteTitle,
    gaps: gapsOf(rule, sale, vendor.address, buyer),
    supply: supplyOf(items),
    code: codeOf(vendor, exponent, { at: sale.soldAt, total: sale.total, tax: sale.tax }),
    labels:
      rule.language === undefined ? null : labelsIn(rule.language, [...new Set(items.map(({ taxRateThousandths }) => taxRateThousandths))]),
  }
}

/**
 * The document in the words of a mail: its title, who issued it, and the company that it is for.
 * @param issuedOn its day in the reader's language
 */
export function invoiceText(language: Language, { invoice, buyer, vendor, number }: SaleDetail, issuedOn: string): string {
  const word = (key: string) => catalogueText(language, `sales.${key}`)
  const oneLine = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(languageFacts(language).comma)
  // Only where a country is named, as by few bills: loading all names takes longer than the rest of the text.
  const country = (code: string) =>
    code === '' ? '' : new Intl.DisplayNames(mannerOf(language, vendor.country), { type: 'region' }).of(code)
  const taxNumber = buyer?.taxNumber ? `${word(`invoice.numbers.${numberKind(buyer.country)}`)} ${buyer.taxNumber}` : ''
  const issued = invoice
    ? [
        `${word(`invoice.titles.${invoice.title}`)} ${number}, ${issuedOn}`,
        oneLine([vendor.name, vendor.address, vendor.postcode, country(vendor.country)]),
      ]
    : []
  const company = buyer ? oneLine([buyer.name, ...buyer.address.split('\n'), country(buyer.country), taxNumber]) : ''
  return [...issued, ...(company ? [`${word('mail.for')} ${company}`] : [])].map((part) => `${part}\n\n`).join('')
}
