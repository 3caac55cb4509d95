import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { FormPage } from '#ui/form-page.tsx'
import { ChallengeForm } from './challenge.form.tsx'
import { api } from './challenges.client.ts'

/** /challenges/add and /challenges/edit?id=…: the challenge form. */
export default function ChallengeFormPage() {
  const t = useTranslations('challenges')
  return (
    <FormPage
      entity="challenges"
      titles={{ add: t('add'), edit: t('edit') }}
      lead={<Link to="/challenges">{t('back')}</Link>}
      read={(id) => api.challenges.get({ id })}
    >
      {(row) => <ChallengeForm row={row} />}
    </FormPage>
  )
}
