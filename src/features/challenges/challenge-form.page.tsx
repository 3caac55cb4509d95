import { Link, useRouterState } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { OpenBatchesFact, OpenBatchesLink } from '#features/batches/open-batches.tsx'
import { buttonClass } from '#ui/button.tsx'
import { EmptyPage } from '#ui/empty-page.tsx'
import { Page } from '#ui/page.tsx'

/** /challenges/add and /challenges/edit: says what a challenge needs before it can be made. */
export default function ChallengeFormPage() {
  const t = useTranslations('challenges')
  const isNew = useRouterState({ select: (state) => state.location.pathname === '/challenges/add' })
  return (
    <Page
      title={isNew ? t('add') : t('edit')}
      actions={
        <Link className={buttonClass('outline')} to="/challenges">
          {t('back')}
        </Link>
      }
    >
      <EmptyPage title={t('none.title')} drawing="track" action={<OpenBatchesLink />}>
        <p>{t('none.text')}</p>
        <OpenBatchesFact />
      </EmptyPage>
    </Page>
  )
}
