import { useTranslations } from 'use-intl'
import { contentOf } from '#lib/manner.ts'
import { useLanguage } from '#ui/use-language.ts'

/** A challenge's name in the reader's language, or in English where there is no Arabic. */
export function useChallengeName(): (of: { nameEn: string; nameAr: string }) => string {
  const language = useLanguage()
  return (challenge) => contentOf(challenge, 'name', language)
}

/** The text shown for an entrant without a name. */
export function useEntrantName(): (name: string | null) => string {
  const t = useTranslations('challenges')
  return (name) => name ?? t('unnamed')
}
