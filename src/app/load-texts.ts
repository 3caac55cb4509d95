import type { AbstractIntlMessages } from 'use-intl'
import { create } from 'zustand'
import type { Language } from '#lib/manner.ts'
import { currentLanguage } from '#ui/preferences.ts'
import catalogues from 'virtual:texts'

type Sentences = AbstractIntlMessages

/** The texts of the signed-out pages; of the terms and privacy pages; of the frame and Home; of every other screen. */
export type TextPart = 'public' | 'legal' | 'shell' | 'screens'

/** Loads one part of a language's texts, by area. */
export async function loadTexts(language: Language, part: TextPart): Promise<Sentences> {
  return (await catalogues[language][part]()).default
}

/** The texts loaded so far, in the page's language. */
export const useTexts = create<Sentences>()(() => ({}))

/** Loads a further part of the texts; no effect if it is already loaded. */
export async function addTexts(part: TextPart): Promise<void> {
  const more = await loadTexts(currentLanguage(), part)
  const known = useTexts.getState()
  if (Object.keys(more).some((area) => !(area in known))) useTexts.setState(more)
}
