import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api, useMay } from './app.client.ts'
import { ChallengeBoard } from '#insight/challenges/challenge-board.tsx'
import { ChallengeActions } from '#insight/challenges/challenge-actions.tsx'
import type { ChallengeDetail } from '#insight/challenges/challenge.contract.ts'
import { ChallengeView } from '#insight/challenges/challenge-view.tsx'
import { Entries } from '#insight/challenges/entries.tsx'
import { ScoreFacts } from '#insight/challenges/score-facts.tsx'
import { Guests } from '#insight/challenges/guests.tsx'
import { Results } from '#insight/challenges/results.tsx'
import { useChallengeName } from '#insight/challenges/use-name.ts'
import { Page, Tabs, Unread } from '#ui/page.tsx'
import { History } from '#insight/history/history.tsx'

const allTabs = ['board', 'facts', 'entries', 'results', 'guests', 'history'] as const

/** The challenge tabs that a reader may see: guests for the host, history by permission; a removed guest has no board. */
function useTabs(challenge: ChallengeDetail) {
  const [canInvite, canRead] = [useMay('challenges.invite'), useMay('history.list')]
  // A host who cancels a challenge must give a reason, so a cancellation without one means a removal.
  const isRemoved = challenge.host !== '' && challenge.state === 'cancelled' && !challenge.reason
  const isShown = {
    board: !isRemoved,
    facts: true,
    entries: true,
    results: !isRemoved,
    guests: challenge.visibility === 'external' && challenge.host === '' && canInvite,
    history: canRead,
  }
  return allTabs.filter((tab) => isShown[tab])
}

function Content({ challenge }: { challenge: ChallengeDetail }) {
  const t = useTranslations('challenges')
  const name = useChallengeName()
  const { tab } = useSearch({ strict: false })
  const tabs = useTabs(challenge)
  const current = tabs.find((known) => known === tab) ?? tabs[0] ?? 'facts'
  return (
    <Page title={name(challenge)} lead={<Link to="/challenges">{t('back')}</Link>} acts={<ChallengeActions challenge={challenge} />}>
      <ChallengeView challenge={challenge} />
      <Tabs
        label={t('tabs.label')}
        current={current}
        keep={{ id: challenge.id }}
        tabs={tabs.map((id) => ({ id, label: t(`tabs.${id}`) }))}
      />
      {current === 'board' && <ChallengeBoard challenge={challenge} />}
      {current === 'facts' && <ScoreFacts challenge={challenge} />}
      {current === 'entries' && <Entries challenge={challenge} />}
      {current === 'results' && <Results challenge={challenge} />}
      {current === 'guests' && <Guests challenge={challenge} />}
      {current === 'history' && <History of={challenge.id} />}
    </Page>
  )
}

/** /challenges/challenge?id=…: a challenge's board, facts, entries, results and history (product 6). */
export default function ChallengePage() {
  const t = useTranslations('app.titles')
  const { id = '' } = useSearch({ strict: false })
  const query = useQuery({ queryKey: ['challenges', 'page', id], queryFn: () => api.challenges.get({ id }) })
  if (query.data) return <Content challenge={query.data} />
  return (
    <Page title={t('challenge')}>
      <Unread query={query} rows={8} />
    </Page>
  )
}
