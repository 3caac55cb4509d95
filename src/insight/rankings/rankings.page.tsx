import { Link, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useMay } from './rankings.client.ts'
import { buttonClass } from '#ui/button.tsx'
import { Page, Tabs } from '#ui/page.tsx'
import { RankingBoard } from './ranking-board.tsx'
import { Business } from './business.tsx'
import { boards } from './rankings.rules.ts'
import { usePeriod } from './use-period.ts'

/** /rankings: who attends, who retains people, what is full, and how the business compares with others (product 6). */
export default function RankingsPage() {
  const t = useTranslations('rankings')
  const maySeeBusiness = useMay('rankings.business')
  const { tab } = useSearch({ strict: false })
  const period = usePeriod()
  const board = boards.find((known) => known === tab) ?? 'customers'
  const current = tab === 'business' && maySeeBusiness ? tab : board
  const tabs = [...boards, ...(maySeeBusiness ? (['business'] as const) : [])]
  return (
    <Page
      title={t('title')}
      actions={
        <Link className={buttonClass('outline')} to="/rankings/tv" search={period.keep}>
          {t('tv.open')}
        </Link>
      }
    >
      <Tabs label={t('tabs.label')} current={current} keep={period.keep} tabs={tabs.map((id) => ({ id, label: t(`tabs.${id}`) }))} />
      {current === 'business' ? <Business period={period} /> : <RankingBoard board={board} period={period} />}
    </Page>
  )
}
