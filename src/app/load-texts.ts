import type { AbstractIntlMessages } from 'use-intl'
import { create } from 'zustand'
import type { Language } from '#lib/manner.ts'
import { currentLanguage } from '#ui/preferences.ts'
import catalogues from 'virtual:texts'

type Sentences = AbstractIntlMessages

/** The signed-out pages' sentences; those of the terms and privacy pages; those of the frame and Home; those of every other screen. */
export type TextPart = 'public' | 'legal' | 'shell' | 'screens'

/** One part of a language's sentences, by area. */
export async function loadTexts(language: Language, part: TextPart): Promise<Sentences> {
  return (await catalogues[language][part]()).default
}

/** What the shell can say by now, in the page's language. */
export const useTexts = create<Sentences>()(() => ({}))

/** Lets the shell say a part more; a part that is there already changes nothing. */
export async function addTexts(part: TextPart): Promise<void> {
  const more = await loadTexts(currentLanguage(), part)
  const known = useTexts.getState()
  if (Object.keys(more).some((area) => !(area in known))) useTexts.setState(more)
}
