import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useMay } from './app.client.ts'
import { TimeOffTab } from '#timetable/timeoff/timeoff.tab.tsx'
import { TrainerList } from './trainer-list.tsx'
import { Page, Tabs } from '#ui/page.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import { TeamTab } from './team-tab.tsx'

const tabs = ['trainers', 'team', 'timeOff'] as const

/** /staff: the trainers' team sheet, the business's logins and time off. */
export default function StaffPage() {
  const t = useTranslations('team')
  const trainers = useTranslations('trainers')
  const { tab } = useSearch({ strict: false })
  const may = { trainers: useMay('trainers.list'), team: useMay('team.list'), timeOff: true }
  const canAdd = useMay('trainers.create')
  const shown = tabs.filter((known) => may[known])
  const current = shown.find((known) => known === tab) ?? shown[0]
  return (
    <Page title={t('title')} actions={canAdd && current === 'trainers' && <AddLink to="/staff/add">{trainers('add')}</AddLink>}>
      <Tabs label={t('tabs.label')} current={current ?? 'timeOff'} tabs={shown.map((id) => ({ id, label: t(`tabs.${id}`) }))} />
      {current === 'trainers' && <TrainerList />}
      {current === 'team' && <TeamTab />}
      {current === 'timeOff' && <TimeOffTab />}
    </Page>
  )
}
