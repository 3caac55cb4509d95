import { useTranslations } from 'use-intl'
import { useMay } from './app.client.ts'
import { TimeOffTab } from '#timetable/timeoff/timeoff.tab.tsx'
import { TrainerList } from './trainer-list.tsx'
import { Page, Tabs } from '#ui/page.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import { TeamTab } from './team-tab.tsx'
import { useTabs } from './use-tabs.ts'

/** /staff: the trainers' team sheet, the business's logins and time off. */
export default function StaffPage() {
  const t = useTranslations('team')
  const trainers = useTranslations('trainers')
  const { label, tabs, current = 'timeOff' } = useTabs('/staff')
  const canAdd = useMay('trainers.create')
  return (
    <Page title={t('title')} primary={canAdd && current === 'trainers' && <AddLink to="/staff/add">{trainers('add')}</AddLink>}>
      <Tabs look="section" label={label} current={current} tabs={tabs} />
      {current === 'trainers' && <TrainerList />}
      {current === 'team' && <TeamTab />}
      {current === 'timeOff' && <TimeOffTab />}
    </Page>
  )
}
