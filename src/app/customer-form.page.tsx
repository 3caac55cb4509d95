import { useTranslations } from 'use-intl'
import { api } from './app.client.ts'
import { CustomerForm } from '#directory/customers/customer.form.tsx'
import { FormPage } from '#ui/form-page.tsx'

/** /sales/customer/add and /sales/customer/edit?id=…: the customer form. */
export default function CustomerFormPage() {
  const t = useTranslations('customers')
  return (
    <FormPage entity="customers" titles={{ add: t('new'), edit: t('edit') }} read={(id) => api.customers.get({ id })}>
      {(row) => <CustomerForm row={row} />}
    </FormPage>
  )
}
