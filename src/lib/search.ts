import { asciiDigits } from './digits.ts'

const variants: Record<string, string> = { أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ئ: 'ي', ؤ: 'و', ة: 'ه', ک: 'ك', ی: 'ي' }

/**
 * Normalises a text for search: lower case, without accents, vowel marks, apostrophes and the stretching line (tatweel),
 * with the spelling variants of Arabic letters unified and digits as ASCII.
 */
export function searchable(text: string): string {
  return asciiDigits(text)
    .normalize('NFKD')
    .replace(/[\p{M}ـ'’ʼ`]/gu, '')
    .toLowerCase()
    .replace(/[أإآٱىئؤةکی]/g, (letter) => variants[letter] ?? letter)
    .replace(/[\s\p{P}\p{S}]+/gu, ' ')
    .trim()
}

/** The digits of a phone number in any format without its international or national prefix zeros. */
export function phoneDigits(text: string): string {
  return asciiDigits(text).replace(/\D/g, '').replace(/^0+/, '')
}

/** The parts that a row's search text must all contain: words, or the digits if the search is a phone number. */
export function searchTerms(search: string): string[] {
  const digits = phoneDigits(search)
  if (digits.length >= 3 && /^[\d\s()+./٠-٩۰-۹-]+$/.test(search)) return [digits]
  const words = searchable(search).split(' ').filter(Boolean)
  // A search of punctuation only finds nothing rather than everything.
  return words.length > 0 ? words : [search.trim()].filter(Boolean)
}
