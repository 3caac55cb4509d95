import * as z from 'zod/mini'

/** The company that a bill was issued to, as it was on the bill's day; '' for what was not known. */
export const buyer = z.object({
  name: z.string(),
  /** The postal address without the country, in lines. */
  address: z.string(),
  /** ISO 3166 code. */
  country: z.string(),
  taxNumber: z.string(),
})
export type Buyer = z.output<typeof buyer>

/** What a bill is called where the law has a word for it. */
export const invoiceTitles = ['invoice', 'taxInvoice', 'simplifiedTaxInvoice'] as const
/** What a credit note is called. */
export const creditNoteTitles = ['creditNote', 'taxCreditNote'] as const
/** What an invoice to a company needs and does not have. */
export const invoiceGaps = ['sellerAddress', 'buyerAddress'] as const

/** A bill as the tax law of the seller's country asks for it (docs/invoices.md). */
export const invoice = z.object({
  title: z.enum(invoiceTitles),
  creditNoteTitle: z.enum(creditNoteTitles),
  gaps: z.array(z.enum(invoiceGaps)),
  /** The first and last day on which it is delivered; null where no line names its days. */
  supply: z.nullable(z.object({ fromDay: z.string(), toDay: z.string() })),
  /** The text of its QR code (Saudi Arabia); null where no law asks for one. */
  code: z.nullable(z.string()),
  /** The labels of the document in the language that the law asks for, by their keys; null where it asks for none. */
  labels: z.nullable(z.record(z.string(), z.string())),
})
export type Invoice = z.output<typeof invoice>
