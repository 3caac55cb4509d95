import { useRouterState } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api } from './client.ts'
import { CustomerForm } from '#directory/customers/customer.form.tsx'
import { Edit } from '#ui/edit.tsx'
import { Page } from '#ui/page.tsx'

/** /sales/customer/add and /sales/customer/edit?id=…: the customer form. */
export default function CustomerFormPage() {
  const t = useTranslations('customers')
  const isNew = useRouterState({ select: (state) => state.location.pathname === '/sales/customer/add' })
  return (
    <Page title={isNew ? t('new') : t('edit')}>
      {isNew ? (
        <CustomerForm row={null} />
      ) : (
        <Edit entity="customers" read={(id) => api.customers.get({ id })}>
          {(row) => <CustomerForm row={row} />}
        </Edit>
      )}
    </Page>
  )
}
