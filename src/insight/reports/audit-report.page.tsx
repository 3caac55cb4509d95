import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from './reports.client.ts'
import { buttonClass } from '#ui/button.tsx'
import { Page, State, Tabs } from '#ui/page.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { AuditList } from './audit.list.tsx'
import { ChainLine } from './chain.tsx'
import { CloseDay } from './close-day.tsx'
import { DayList } from './days.list.tsx'

const tabs = ['changes', 'days'] as const

/** /sales/audit-report: the log of every change to money (product 2.20), and the day counts. */
export default function AuditReportPage() {
  const t = useTranslations('reports')
  const { tab, close } = useSearch({ strict: false })
  const canSee = useMay('reports.audit')
  const canCount = useMay('reports.closeDay')
  const [isClosing, setClosing] = useState(close === 'day')
  const allowed = tabs.filter((name) => (name === 'changes' ? canSee : canCount))
  const current = allowed.find((name) => name === tab) ?? allowed[0]
  const count = canCount && <ChangeButton onClick={() => setClosing(true)}>{t('close.title')}</ChangeButton>
  return (
    <Page
      title={t('audit')}
      primary={count}
      actions={
        <Link className={buttonClass('quiet')} to="/sales">
          {t('back')}
        </Link>
      }
    >
      {allowed.length > 1 && current && (
        <Tabs label={t('audit')} current={current} tabs={tabs.map((id) => ({ id, label: t(`tabs.${id}`) }))} />
      )}
      {current === 'changes' && (
        <>
          <ChainLine />
          <AuditList />
        </>
      )}
      {current === 'days' && <DayList action={count} />}
      {!current && <State title={t('denied')} />}
      {isClosing && canCount && <CloseDay onClose={() => setClosing(false)} />}
    </Page>
  )
}
