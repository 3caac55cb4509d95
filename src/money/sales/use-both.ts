import { useLocale } from 'use-intl'
import { languageOf } from '#lib/manner.ts'
import { invoiceRule } from './invoice.rules.ts'
import type { SaleDetail } from './sale.contract.ts'

type Document = Pick<SaleDetail, 'invoice' | 'vendor'>

/**
 * Labels of a bill's document in the language that the law of the seller's country asks for, where the reader's is another.
 * @returns a function that takes a label's key, and answers with undefined where nothing is to be added
 */
export function useSecondLabel({ invoice, vendor }: Document): (key: string) => string | undefined {
  const locale = useLocale()
  const isRead = languageOf(invoiceRule(vendor.country)?.language) === languageOf(locale)
  return (key) => (isRead ? undefined : invoice?.labels?.[key])
}

/**
 * Labels of a bill's document in the reader's language and, where the law asks for another one, in that too:
 * "Total · الإجمالي".
 * @returns a function that takes a label's key and its text in the reader's language
 */
export function useBoth(sale: Document): (key: string, text: string) => string {
  const second = useSecondLabel(sale)
  return (key, text) => {
    const asked = second(key)
    return asked === undefined ? text : `${text} · \u2068${asked}\u2069`
  }
}
