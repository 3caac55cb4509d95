import type { Language } from '#ui/preferences.ts'

/** The sentences of a language: those of the signed-out pages, or all. */
export async function loadTexts(language: Language, part: 'public' | 'shell'): Promise<Record<string, unknown>> {
  if (part === 'public')
    return (language === 'ar' ? await import('virtual:texts/ar/public') : await import('virtual:texts/en/public')).default
  return (language === 'ar' ? await import('virtual:texts/ar/shell') : await import('virtual:texts/en/shell')).default
}
