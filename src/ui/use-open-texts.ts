import { useTranslations, type Messages, type MessageKeys, type NamespaceKeys, type NestedKeyOf } from 'use-intl'
import { withOpenKeys, type OpenTexts } from '#lib/open-texts.ts'

type Key = NestedKeyOf<Messages>

/** The full key of a text: one that no catalogue has does not compile. */
export type TextKey = MessageKeys<Messages, Key>

/**
 * Texts whose key is known only at run time: that of a refused field, or a word of the log. For known keys
 * `useTranslations` has the compiler check them.
 * @param area the namespace that the keys are relative to; without it they are full keys
 */
export const useOpenTexts = (area?: NamespaceKeys<Messages, Key>): OpenTexts => withOpenKeys(useTranslations(area))
