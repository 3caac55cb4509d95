import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { payRulesQuery } from '#directory/trainers/pay-rule.queries.ts'
import { ruleOn } from '#directory/trainers/pay-rule.rules.ts'
import { usePayRuleText } from '#directory/trainers/pay-rule-text.ts'
import type { Session } from '#timetable/sessions/session.contract.ts'
import { api, useMay } from './calendar.client.ts'

/** What changes in the trainers' pay if another takes the session, in one sentence; without rates where the member may not see them. */
export function usePayChange(session: Session, trainer: string | undefined): string {
  const t = useTranslations('calendar.substitute')
  const mayRead = useMay('payroll.rules')
  const enabled = mayRead && trainer !== undefined
  const { data: batch } = useQuery({
    queryKey: ['batches', 'page', session.batch],
    queryFn: () => api.batches.get({ id: session.batch }),
    enabled,
  })
  const { data: theirs } = useQuery({ ...payRulesQuery(trainer ?? ''), enabled })
  const textOf = usePayRuleText(theirs)
  const rule = batch && theirs && ruleOn(theirs.rules, batch.service, session.day)
  return rule ? t('payOf', { pay: textOf(rule) }) : t('pay')
}
