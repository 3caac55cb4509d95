import { useRouterState } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api } from './trainers.client.ts'
import { Edit } from '#ui/edit.tsx'
import { Page } from '#ui/page.tsx'
import { TrainerForm } from './trainer.form.tsx'

/** /staff/add and /staff/edit?id=…: the trainer form. */
export default function TrainerFormPage() {
  const t = useTranslations('trainers')
  const isNew = useRouterState({ select: (state) => state.location.pathname === '/staff/add' })
  return (
    <Page title={isNew ? t('new') : t('edit')}>
      {isNew ? (
        <TrainerForm row={null} />
      ) : (
        <Edit entity="trainers" read={(id) => api.trainers.get({ id })}>
          {(row) => <TrainerForm row={row} />}
        </Edit>
      )}
    </Page>
  )
}
