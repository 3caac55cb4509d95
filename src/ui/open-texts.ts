import { useTranslations, type Messages, type MessageKeys, type NamespaceKeys, type NestedKeyOf } from 'use-intl'

type Key = NestedKeyOf<Messages>

/** The key of a text, whole: one that no catalogue has does not compile. */
export type TextKey = MessageKeys<Messages, Key>

type OpenTexts = {
  /** The text of a key, as `useTranslations` gives it. */
  (key: string, values?: Record<string, string | number | Date>): string
  /** Whether the catalogue has a text of that key. */
  has: (key: string) => boolean
}

/**
 * Texts whose key is known only while the product runs: that of a refused field, or a word of the log. Where the keys are
 * known, `useTranslations` has them checked by the compiler.
 * @param area the part of the catalogue that the keys begin at; without one they are whole
 */
export const useOpenTexts = (area?: NamespaceKeys<Messages, Key>): OpenTexts =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place where a key goes unchecked
  useTranslations(area) as unknown as OpenTexts
