import { Link } from '@tanstack/react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { CallName } from '#entrance/policy.ts'
import { roles } from '#lib/roles.ts'
import { buttonClass } from '#ui/button.tsx'
import { State } from '#ui/page.tsx'
import { mayAs } from './rights.ts'

/** Explains that the member's role may not open this page, lists the roles that may, and links to Home. */
export default function NoAccess({ calls }: { calls: readonly CallName[] }) {
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
