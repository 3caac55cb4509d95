import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useServiceOptions } from '#directory/services/service-names.ts'
import { Status } from '#ui/surface.tsx'
import { Table } from '#ui/table.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import { useMoment } from '#ui/use-moment.ts'
import { SetPayRule } from './pay-rule.form.tsx'
import { payRulesQuery } from './pay-rule.queries.ts'
import { usePayRuleText } from './pay-rule-text.ts'
import { rateState } from './rate.rules.ts'
import { useMay } from './trainers.client.ts'
import css from './trainers.module.css'

function RuleStatus({ state }: { state: ReturnType<typeof rateState> }) {
  const t = useTranslations('trainers.rule.states')
  return state === 'past' ? '–' : <Status tone={state === 'current' ? 'good' : 'plain'}>{t(state)}</Status>
}

/** What pays a trainer's sessions in the past and future, latest day first, and the dialog that sets a rule. */
export function PayRuleList({ trainer }: { trainer: string }) {
  const t = useTranslations('trainers.rule')
  const day = useDay()
  const when = useMoment()
  const canSet = useMay('payroll.setRule')
  const { labelOf } = useServiceOptions()
  const { data } = useQuery(payRulesQuery(trainer))
  const textOf = usePayRuleText(data)
  const [isOpen, setOpen] = useState(false)
  if (!data) return null
  return (
    <section aria-labelledby="pay-rules">
      <div className={css['head']}>
        <h2 id="pay-rules">{t('title')}</h2>
        {canSet && (
          <ChangeButton look="outline" onClick={() => setOpen(true)}>
            {t('set')}
          </ChangeButton>
        )}
      </div>
      <Table
        label={t('title')}
        columns={[
          { key: 'from', label: t('from'), isWhole: true, cell: (rule) => (rule.from ? day(rule.from) : t('beginning')) },
          {
            key: 'service',
            label: t('service.label'),
            cell: (rule) => (rule.service ? labelOf(rule.service) || t('service.other') : t('service.all')),
          },
          { key: 'pays', label: t('pays.label'), isHead: true, cell: textOf },
          { key: 'status', label: t('status'), cell: (rule) => <RuleStatus state={rateState(data.rules, rule, data.today)} /> },
          { key: 'setAt', label: t('setAt'), cell: (rule) => when(rule.setAt) },
        ]}
        rows={data.rules}
        keyOf={(rule) => JSON.stringify(rule)}
      />
      {isOpen && <SetPayRule data={data} onClose={() => setOpen(false)} />}
    </section>
  )
}
