import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { planQuery } from '#api/queries.ts'
import { TrainerList } from '#features/trainers/trainer.list.tsx'
import { buttonClass } from '#ui/button.tsx'
import { EmptyPage } from '#ui/empty-page.tsx'
import { Page, Skeleton, Tabs } from '#ui/page.tsx'

const tabs = ['trainers', 'team', 'timeOff'] as const

function Team() {
  const t = useTranslations('team.team')
  const { data: plan } = useQuery(planQuery)
  if (!plan) return <Skeleton rows={3} />
  return (
    <EmptyPage
      title={t('title')}
      drawing="half"
      action={
        <a className={buttonClass('outline')} href="/plans">
          {t('action')}
        </a>
      }
    >
      <p>{t('accounts', { used: plan.accounts, allowed: plan.accountsAllowed })}</p>
      <p>{t('text')}</p>
    </EmptyPage>
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
        <EmptyPage
          title={t('timeOff.title')}
          drawing="lanes"
          action={
            <Link className={buttonClass('outline')} to="/staff">
              {t('timeOff.action')}
            </Link>
          }
        >
          <p>{t('timeOff.text')}</p>
        </EmptyPage>
      )}
    </Page>
  )
}
