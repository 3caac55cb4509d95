import { useTranslations } from 'use-intl'
import { FormPage } from '#ui/form-page.tsx'
import { TrainerForm } from './trainer.form.tsx'
import { api } from './trainers.client.ts'

/** /staff/add and /staff/edit?id=…: the trainer form. */
export default function TrainerFormPage() {
  const t = useTranslations('trainers')
  return (
    <FormPage entity="trainers" titles={{ add: t('new'), edit: t('edit') }} read={(id) => api.trainers.get({ id })}>
      {(row) => <TrainerForm row={row} />}
    </FormPage>
  )
}
