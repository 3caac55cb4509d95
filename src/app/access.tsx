import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { mayAs } from './rights.ts'
import type { CallName } from '#entrance/policy.ts'
import { roles } from '#lib/roles.ts'
import { useMayEach } from './app.client.ts'
import { buttonClass } from '#ui/button.tsx'
import type { TextKey } from '#ui/use-open-texts.ts'
import { Page, State } from '#ui/page.tsx'

/** Explains that the member's role may not open this page, lists the roles that may, and links to Home. */
export function NoAccess({ calls }: { calls: readonly CallName[] }) {
  const t = useTranslations()
  const format = useFormatter()
  const may = roles.filter((role) => calls.some((call) => mayAs(role)(call)))
  return (
    <State
      title={t('lib.failures.permission/denied')}
      text={t('app.access.text', { roles: format.list(may.map((role) => t(`lib.roles.${role}`))) })}
      action={
        <Link className={buttonClass('outline')} to="/">
          {t('app.access.home')}
        </Link>
      }
    />
  )
}

/**
 * Shows a screen only to roles that may make its call; any other role sees an explanation, and nothing is requested.
 * @param title the screen's title as a text key
 */
export function Access({ call, title, children }: { call: CallName; title: TextKey; children: ReactNode }) {
  const t = useTranslations()
  if (useMayEach()(call)) return children
  return (
    <Page title={t(title)}>
      <NoAccess calls={[call]} />
    </Page>
  )
}
