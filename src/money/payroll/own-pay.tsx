import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from './payroll.client.ts'
import { Unread } from '#ui/page.tsx'
import { PayFrame, type ChosenMonth } from './pay-month.tsx'
import { TrainerPay, useLinesFile } from './trainer-pay.tsx'

/** What a trainer sees of finance: their own pay by session (product 4). */
export function OwnPay({ month }: { month: ChosenMonth }) {
  const t = useTranslations('payroll.own')
  const query = useQuery({ queryKey: ['payroll', 'own', month.month], queryFn: () => api.payroll.own({ month: month.month }) })
  const { data } = query
  return (
    <PayFrame month={month} read={data} file={useLinesFile(data)}>
      {data && !query.isError ? <TrainerPay data={data} label={t('figures')} /> : <Unread query={query} />}
    </PayFrame>
  )
}
