import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from './trainers.client.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { Status } from '#ui/surface.tsx'
import { Table } from '#ui/table.tsx'
import { useDay } from '#ui/use-day.ts'
import { useMoment } from '#ui/use-moment.ts'
import { useFigures } from '#business/ledger/use-money.ts'
import { rateState } from './rate.rules.ts'

function RateStatus({ state }: { state: ReturnType<typeof rateState> }) {
  const t = useTranslations('payroll.rates.states')
  return state === 'past' ? '–' : <Status tone={state === 'current' ? 'good' : 'plain'}>{t(state)}</Status>
}

/** What a trainer's sessions cost in the past and future, latest day first; renders nothing if the cost never changed. */
export function RateHistory({ trainer }: { trainer: string }) {
  const t = useTranslations('payroll.rates')
  const day = useDay()
  const when = useMoment()
  const { data: progress } = useQuery(progressQuery)
  const { cost } = useFigures(progress?.country)
  const { data } = useQuery({ queryKey: ['payroll', 'rates', trainer], queryFn: () => api.payroll.rates({ trainer }) })
  if (!data || data.rates.length < 2) return null
  return (
    <Table
      label={t('title')}
      caption={t('title')}
      columns={[
        { key: 'from', label: t('from'), isWhole: true, cell: (rate) => (rate.from ? day(rate.from) : t('beginning')) },
        { key: 'cost', label: t('cost'), isNumber: true, cell: (rate) => cost(rate.cost) },
        { key: 'status', label: t('status'), cell: (rate) => <RateStatus state={rateState(data.rates, rate, data.today)} /> },
        { key: 'setAt', label: t('setAt'), cell: (rate) => when(rate.setAt) },
      ]}
      rows={data.rates}
      keyOf={({ from, setAt, cost: amount }) => `${from} ${setAt} ${amount}`}
    />
  )
}
