import { Link, useRouterState } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api } from './challenges.client.ts'
import { Edit } from '#ui/edit.tsx'
import { Page } from '#ui/page.tsx'
import { ChallengeForm } from './challenge.form.tsx'

/** /challenges/add and /challenges/edit?id=…: the challenge's form. */
export default function ChallengeFormPage() {
  const t = useTranslations('challenges')
  const isNew = useRouterState({ select: (state) => state.location.pathname === '/challenges/add' })
  return (
    <Page title={isNew ? t('add') : t('edit')} lead={<Link to="/challenges">{t('back')}</Link>}>
      {isNew ? (
        <ChallengeForm row={null} />
      ) : (
        <Edit entity="challenges" read={(id) => api.challenges.get({ id })}>
          {(row) => <ChallengeForm row={row} />}
        </Edit>
      )}
    </Page>
  )
}
