import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { api, useMay } from './app.client.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { useServiceOptions } from '#directory/services/service-names.ts'
import { PayRuleList } from '#directory/trainers/pay-rules.tsx'
import { TrainerWeek, useShownDay } from '#timetable/timeoff/trainer-week.tsx'
import { useToday } from '#business/setup/here.ts'
import { TimeOffForm } from '#timetable/timeoff/timeoff.form.tsx'
import { trainerName } from '#lib/names.ts'
import { daySpans } from '#lib/week.ts'
import type { Trainer } from '#directory/trainers/trainer.contract.ts'
import { useMonthFigures } from './use-month-figures.ts'
import { Facts } from '#ui/facts.tsx'
import { Formula } from '#ui/formula.tsx'
import { Page, Unread } from '#ui/page.tsx'
import { Status } from '#ui/surface.tsx'
import { AddLink, ChangeButton } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import { History } from '#insight/history/history.tsx'

/** The trainer's details as entered in the form. */
function Person({ trainer }: { trainer: Trainer }) {
  const t = useTranslations('trainers')
  const locale = useLocale()
  const { labelOf } = useServiceOptions()
  const { data: progress } = useQuery(progressQuery)
  const currency = progress?.country.currency ?? 'USD'
  const cost = new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 0 })
  return (
    <Facts
      label={trainerName(trainer)}
      facts={[
        { name: t('columns.services'), value: trainer.services.map(labelOf).filter(Boolean).join(' · ') },
        {
          name: t('columns.hours'),
          value: (
            <>
              {daySpans(trainer.trainingDays, progress?.country.firstWeekday ?? 0, locale)}{' '}
              <span className="ltr">{`${trainer.startingTime}–${trainer.endingTime}`}</span>
            </>
          ),
        },
        ...(trainer.cost === null ? [] : [{ name: t('columns.cost'), value: <span className="ltr">{cost.format(trainer.cost)}</span> }]),
        {
          name: t('columns.status'),
          value: <Status tone={trainer.state === 'active' ? 'good' : 'plain'}>{t(`states.${trainer.state}`)}</Status>,
        },
      ]}
    />
  )
}

/** Load, fill and pay for the month of the displayed week. */
function Month({ trainer, month }: { trainer: string; month: string }) {
  const t = useTranslations('trainers')
  const figures = useMonthFigures(month)
  const format = useFormatter()
  const monthText = useDay({ month: 'long', year: 'numeric' })
  if (!figures.isReady) return null
  return (
    <>
      <Facts
        label={t('page.month', { month: monthText(`${month}-01`) })}
        facts={[
          { name: t('month'), value: monthText(`${month}-01`) },
          {
            name: t('columns.load'),
            value: (
              <Link to="/services" search={{ tab: 'calendar', view: 'month', date: `${month}-01`, trainer }}>
                {t('load', { held: figures.hours(figures.loadOf(trainer).heldMinutes), all: figures.hours(figures.minutesOf(trainer)) })}
              </Link>
            ),
          },
          { name: t('columns.sessions'), value: format.number(figures.sessionsOf(trainer)) },
          { name: t('columns.fill'), value: figures.percent(figures.fillOf(trainer)) },
          ...(figures.maySeePay
            ? [
                {
                  name: t('columns.pay'),
                  value: (
                    <Link to="/finance" search={{ tab: 'payroll', month, trainer }}>
                      {figures.payText(trainer)}
                    </Link>
                  ),
                },
              ]
            : []),
          ...(figures.maySeeRatio ? [{ name: t('columns.ratio'), value: figures.percent(figures.ratioOf(trainer)) }] : []),
        ]}
      />
      {figures.asOf && <Formula text={[t('formula'), ...(figures.maySeePay ? [t('payFormula')] : [])].join(' ')} asOf={figures.asOf} />}
    </>
  )
}

function Content({ trainer }: { trainer: Trainer }) {
  const t = useTranslations('trainers')
  const timeOff = useTranslations('timeoff')
  const today = useToday()
  const shown = useShownDay(today)
  const [canEdit, canSeeHistory, maySeeRules] = [useMay('trainers.update'), useMay('history.list'), useMay('payroll.rules')]
  const [isAdding, setAdding] = useState(false)
  return (
    <Page
      title={trainerName(trainer)}
      actions={
        canEdit && (
          <>
            {trainer.state === 'active' && (
              <ChangeButton look="outline" onClick={() => setAdding(true)}>
                {timeOff('add')}
              </ChangeButton>
            )}
            <AddLink look="outline" to="/staff/edit" search={{ id: trainer.id }}>
              {t('page.edit')}
            </AddLink>
          </>
        )
      }
    >
      <Person trainer={trainer} />
      <Month trainer={trainer.id} month={shown.slice(0, 7)} />
      {maySeeRules && <PayRuleList trainer={trainer.id} />}
      <TrainerWeek trainer={trainer} />
      {canSeeHistory && <History of={trainer.id} />}
      {isAdding && <TimeOffForm row={null} trainer={trainer.id} day={shown < today ? today : shown} onClose={() => setAdding(false)} />}
    </Page>
  )
}

/** /staff/trainer?id=…&date=…: a trainer's week, the month's figures, and the history. */
export default function TrainerPage() {
  const t = useTranslations('app.titles')
  const { id = '' } = useSearch({ strict: false })
  const query = useQuery({ queryKey: ['trainers', 'page', id], queryFn: () => api.trainers.get({ id }) })
  if (query.data) return <Content key={id} trainer={query.data} />
  return (
    <Page title={t('trainer')}>
      <Unread query={query} rows={8} />
    </Page>
  )
}
