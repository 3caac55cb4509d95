import { useTranslations, type Messages, type MessageKeys, type NamespaceKeys, type NestedKeyOf } from 'use-intl'
import { withOpenKeys, type OpenTexts } from '#lib/open-texts.ts'

type Key = NestedKeyOf<Messages>

/** The key of a text, whole: one that no catalogue has does not compile. */
export type TextKey = MessageKeys<Messages, Key>

/**
 * Texts whose key is known only while the product runs: that of a refused field, or a word of the log. Where the keys are
 * known, `useTranslations` has them checked by the compiler.
 * @param area the part of the catalogue that the keys begin at; without one they are whole
 */
export const useOpenTexts = (area?: NamespaceKeys<Messages, Key>): OpenTexts => withOpenKeys(useTranslations(area))
