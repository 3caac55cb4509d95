import { useTranslations } from 'use-intl'
import type { FailureCode } from '#lib/failures.ts'
import { failureOf } from '#web/call-failure.ts'
import { useOpenTexts } from './use-open-texts.ts'

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

/** Why a call failed: the first refused field's message, else that of the failure's code. */
export function ErrorText({ error }: { error: unknown }) {
  const text = useOpenTexts()
  const { code, issues } = failureOf(error)
  const [issue] = issues
  return issue ? text(issue.key) : <FailureText code={code} />
}
