import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { CallName } from '#entrance/policy.ts'
import { useMayEach } from './app.client.ts'
import type { TextKey } from '#ui/use-open-texts.ts'
import { Page, Skeleton } from '#ui/page.tsx'

// Few ever see it, so it is not part of the first load.
const NoAccess = lazy(() => import('./no-access.tsx'))

/**
 * Shows a screen only to roles that may make its call; any other role sees an explanation, and nothing is requested.
 * @param title the screen's title as a text key
 */
export function Access({ call, title, children }: { call: CallName; title: TextKey; children: ReactNode }) {
  const t = useTranslations()
  if (useMayEach()(call)) return children
  return (
    <Page title={t(title)}>
      <Suspense fallback={<Skeleton rows={2} />}>
        <NoAccess calls={[call]} />
      </Suspense>
    </Page>
  )
}
