import { useTranslations } from 'use-intl'
import { contentOf } from '#lib/manner.ts'
import { useLanguage } from '#ui/use-language.ts'

/** The name of a challenge in the reader's language, the English one where there is no Arabic. */
export function useChallengeName(): (of: { nameEn: string; nameAr: string }) => string {
  const language = useLanguage()
  return (challenge) => contentOf(challenge, 'name', language)
}

/** What stands for one who is not named. */
export function useEntrantName(): (name: string | null) => string {
  const t = useTranslations('challenges')
  return (name) => name ?? t('unnamed')
}
