import { useTranslations } from 'use-intl'
import type { FailureCode } from '#lib/failures.ts'

/** Why a call failed, in the reader's language; after the trial with a link to the plans (product 2.1). */
export function FailureText({ code }: { code: FailureCode }) {
  const t = useTranslations()
  return (
    <>
      {t(`lib.failures.${code}`)}
      {code === 'plan/trial-expired' && (
        <>
          {' '}
          <a href="/plans">{t('lib.plans')}</a>
        </>
      )}
    </>
  )
}
