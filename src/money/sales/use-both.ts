import { useLocale } from 'use-intl'
import { languageOf } from '#lib/manner.ts'
import { invoiceRule } from './invoice.rules.ts'
import type { SaleDetail } from './sale.contract.ts'

/**
 * Labels of a bill's document in the reader's language and, where the law of the seller's country asks for another one, in
 * that language too: "Total · الإجمالي".
 * @returns a function that takes a label's key and its text in the reader's language
 */
export function useBoth({ invoice, vendor }: Pick<SaleDetail, 'invoice' | 'vendor'>): (key: string, text: string) => string {
  const locale = useLocale()
  return (key, text) => {
    const asked = invoice?.labels?.[key]
    const language = invoiceRule(vendor.country)?.language
    return asked === undefined || languageOf(language) === languageOf(locale) ? text : `${text} · ${asked}`
  }
}
