import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api, useMay } from './notifications.client.ts'
import { changed } from '#web/changed.ts'
import { Button } from '#ui/button.tsx'
import { Page, Tabs } from '#ui/page.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useFailed } from '#ui/use-failed.ts'
import { notificationTabs } from './notification.rules.ts'
import { DeliveryLog } from './log.list.tsx'
import { NotificationList } from './notification.list.tsx'
import { Settings } from './settings.tsx'

/** /notifications: the member's notifications, their settings, and for the owner the delivery log. */
export default function NotificationsPage() {
  const t = useTranslations('notifications')
  const { tab } = useSearch({ strict: false })
  const failed = useFailed()
  const canSeeLog = useMay('notifications.log')
  const allowed = notificationTabs.filter((name) => name !== 'log' || canSeeLog)
  const current = allowed.find((name) => name === tab) ?? 'list'
  const readAll = () =>
    void api.notifications.read({}).then(({ read }) => {
      toastSuccess(t('list.done', { count: read }))
      return changed('notifications')
    }, failed)
  return (
    <Page title={t('title')} actions={current === 'list' && <Button onClick={readAll}>{t('panel.readAll')}</Button>}>
      <Tabs label={t('tabs.label')} current={current} tabs={allowed.map((id) => ({ id, label: t(`tabs.${id}`) }))} />
      {current === 'list' && <NotificationList />}
      {current === 'settings' && <Settings />}
      {current === 'log' && <DeliveryLog />}
    </Page>
  )
}
