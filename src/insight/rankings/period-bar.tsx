import { useFormatter, useTranslations } from 'use-intl'
import type { ReactNode } from 'react'
import { choiceOf } from '#lib/choices.ts'
import { useToday } from '#business/setup/here.ts'
import { Choice } from '#ui/choice.tsx'
import { Formula } from '#ui/formula.tsx'
import { StepButtons } from '#ui/step-buttons.tsx'
import { useMoment } from '#ui/use-moment.ts'
import type { RankingPeriod } from './rankings.contract.ts'
import css from './rankings.module.css'
import { rankingSpans } from './rankings.rules.ts'
import { usePeriodName, type usePeriod } from './use-period.ts'

/** The period shown, with links to the adjacent ones. */
export function PeriodBar({
  period,
  data,
  children,
}: {
  period: ReturnType<typeof usePeriod>
  data: RankingPeriod | undefined
  children?: ReactNode
}) {
  const t = useTranslations('rankings')
  const today = useToday()
  const name = usePeriodName()
  const isRunning = data === undefined || today <= data.to
  return (
    <div className={css['bar']}>
      <Choice
        label={t('span')}
        value={period.asked.span}
        options={rankingSpans.map((value) => ({ value, label: t(`spans.${value}`) }))}
        onChange={(value) => period.setSpan(choiceOf(rankingSpans, value))}
      />
      <StepButtons
        previous={{ label: t('previous'), run: () => data && period.previous(data, today) }}
        now={{ label: t('now'), run: period.now, isOff: isRunning }}
        next={{ label: t('next'), run: () => data && period.next(data, today), isOff: isRunning }}
      />
      <h2 className={css['period']} aria-live="polite">
        {data && name(data)}
      </h2>
      {children}
    </div>
  )
}

/** Whether the board is frozen or running, its formula with the version, and when it was calculated. */
export function FormulaLine({ data, weights, text }: { data: RankingPeriod; weights: string; text: string }) {
  const t = useTranslations('rankings')
  const format = useFormatter()
  const when = useMoment()
  return (
    <div className={css['formula']}>
      <p>
        {data.frozenAt ? t('frozen', { when: when(data.frozenAt) }) : t('running', { when: when(data.asOf) })}{' '}
        {t('version', { version: format.number(data.version) })} {weights}
      </p>
      <Formula text={`${text} ${t('rules')}`} asOf={data.frozenAt ?? data.asOf} />
    </div>
  )
}
