import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { planQuery } from '#api/queries.ts'
import { TrainerList } from '#features/trainers/trainer.list.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Page, Skeleton, State, Tabs } from '#ui/page.tsx'

const tabs = ['trainers', 'team', 'timeOff'] as const

function Team() {
  const t = useTranslations('team.team')
  const { data: plan } = useQuery(planQuery)
  if (!plan) return <Skeleton rows={3} />
  return (
    <State
      title={t('title')}
      text={t('text', { used: plan.accounts, allowed: plan.accountsAllowed })}
      action={
        <a className={buttonClass('outline')} href="/plans">
          {t('action')}
        </a>
      }
    />
  )
}

/** /staff: the trainers' team sheet, the business's logins, time off. */
export default function StaffPage() {
  const t = useTranslations('team')
  const trainers = useTranslations('trainers')
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const current = tabs.find((known) => known === tab) ?? 'trainers'
  return (
    <Page
      title={t('title')}
      actions={
        <Link className={buttonClass('primary')} to="/staff/add">
          {trainers('add')}
        </Link>
      }
    >
      <Tabs label={t('tabs.label')} current={current} tabs={tabs.map((id) => ({ id, label: t(`tabs.${id}`) }))} />
      {current === 'trainers' && <TrainerList />}
      {current === 'team' && <Team />}
      {current === 'timeOff' && (
        <State
          title={t('timeOff.title')}
          text={t('timeOff.text')}
          action={
            <Link className={buttonClass('outline')} to="/staff">
              {t('timeOff.action')}
            </Link>
          }
        />
      )}
    </Page>
  )
}
