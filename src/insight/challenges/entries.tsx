import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { api, useMay } from './challenges.client.ts'
import { changed } from '#web/changed.ts'
import { List } from '#ui/lists/list.tsx'
import { useListQuery } from '#ui/lists/list-state.ts'
import { Status } from '#ui/surface.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import { useFailed } from '#ui/use-failed.ts'
import type { ChallengeDetail } from './challenge.contract.ts'
import type { ChallengeEntry } from './entry.contract.ts'
import { EnterDialog, ReasonDialog, ScoreDialog } from './entry-dialogs.tsx'
import { useEntrantName } from './use-name.ts'

const out = ['withdrawn', 'disqualified']

function Actions({ entry, onDisqualify }: { entry: ChallengeEntry; onDisqualify: () => void }) {
  const t = useTranslations('challenges.entries')
  const failed = useFailed()
  const entrant = useEntrantName()
  const [isBusy, setBusy] = useState(false)
  async function run(action: 'withdraw' | 'reinstate'): Promise<void> {
    setBusy(true)
    try {
      await api.challenges[action]({ id: entry.id, version: entry.version })
      toastSuccess(t(action === 'withdraw' ? 'withdrawn' : 'reinstated', { name: entrant(entry.name) }))
    } catch (error) {
      failed(error)
    }
    await changed('challenges')
    setBusy(false)
  }
  const name = entrant(entry.name)
  if (out.includes(entry.state))
    return (
      <ChangeButton look="quiet" isBusy={isBusy} aria-label={t('reinstateNamed', { name })} onClick={() => void run('reinstate')}>
        {t('reinstate')}
      </ChangeButton>
    )
  return (
    <>
      <ChangeButton look="quiet" isBusy={isBusy} aria-label={t('withdrawNamed', { name })} onClick={() => void run('withdraw')}>
        {t('withdraw')}
      </ChangeButton>
      <ChangeButton look="quiet" aria-label={t('disqualifyNamed', { name })} onClick={onDisqualify}>
        {t('disqualify')}
      </ChangeButton>
    </>
  )
}

/** The business's own entrants: who takes part, from which day late ones count, who left and why; with the actions on each. */
export function Entries({ challenge }: { challenge: ChallengeDetail }) {
  const t = useTranslations('challenges.entries')
  const enter = useTranslations('challenges.enter')
  const format = useFormatter()
  const day = useDay()
  const entrant = useEntrantName()
  const [canEnter, canScore] = [useMay('challenges.enter'), useMay('challenges.score')]
  const [isEntering, setEntering] = useState(false)
  const [scored, setScored] = useState<ChallengeEntry | null>(null)
  const [disqualified, setDisqualified] = useState<ChallengeEntry | null>(null)
  const list = useListQuery({
    entity: 'challenges',
    of: `entries ${challenge.id}`,
    sort: 'points',
    filters: { state: 'all' },
    read: (input: object) => api.challenges.entries({ ...input, challenge: challenge.id }),
  })
  const isOpen = challenge.state === 'scheduled' || (challenge.state === 'live' && challenge.lateJoin)
  const isScored = canScore && challenge.metric === 'manual' && ['live', 'final'].includes(challenge.state)
  const canChange = canEnter && !['cancelled', 'archived'].includes(challenge.state)
  const open = canEnter && isOpen && <ChangeButton onClick={() => setEntering(true)}>{enter('open')}</ChangeButton>
  const note = (row: ChallengeEntry) => row.reason ?? (row.countsFrom ? t('from', { day: day(row.countsFrom) }) : '')
  const isNew = list.query.data?.total !== 0
  return (
    <>
      {isNew && open && <div>{open}</div>}
      <List<ChallengeEntry>
        {...list}
        caption={t('title')}
        exportName="entries"
        href={(row) => ({ to: '/challenges/challenge', search: { id: challenge.id, tab: 'facts', entry: row.id } })}
        empty={{ title: t('none'), text: t('noneText'), action: open }}
        filters={[
          {
            name: 'state',
            label: t('state'),
            fallback: 'all',
            options: (['all', 'standing', 'withdrawn', 'disqualified'] as const).map((value) => ({ value, label: t(`filters.${value}`) })),
          },
        ]}
        rowActions={(row) => (
          <>
            {isScored && row.mayScore && !out.includes(row.state) && (
              <ChangeButton look="quiet" aria-label={t('scoreNamed', { name: entrant(row.name) })} onClick={() => setScored(row)}>
                {t('score')}
              </ChangeButton>
            )}
            {canChange && <Actions entry={row} onDisqualify={() => setDisqualified(row)} />}
          </>
        )}
        columns={[
          { key: 'name', label: t('name'), csv: (row) => entrant(row.name), cell: (row) => <bdi>{entrant(row.name)}</bdi> },
          ...(challenge.participation === 'team'
            ? [
                {
                  key: 'team',
                  label: t('team'),
                  csv: (row: ChallengeEntry) => row.teamName ?? '',
                  cell: (row: ChallengeEntry) => <bdi>{row.teamName ?? '–'}</bdi>,
                },
              ]
            : [
                {
                  key: 'boardName',
                  label: t('boardName'),
                  csv: (row: ChallengeEntry) => entrant(row.boardName),
                  cell: (row: ChallengeEntry) => <bdi>{entrant(row.boardName)}</bdi>,
                },
              ]),
          {
            key: 'points',
            narrow: 'first',
            label: t('points'),
            sort: 'points',
            isNumber: true,
            csv: (row) => row.points,
            cell: (row) => format.number(row.points),
          },
          {
            key: 'state',
            narrow: 'second',
            label: t('state'),
            csv: (row) => t(`states.${row.state}`),
            cell: (row) => (
              <Status tone={row.state === 'completed' ? 'good' : out.includes(row.state) ? 'warn' : 'plain'}>
                {t(`states.${row.state}`)}
              </Status>
            ),
          },
          { key: 'note', label: t('note'), csv: note, cell: (row) => <bdi>{note(row) || '–'}</bdi> },
        ]}
      />
      {isEntering && <EnterDialog challenge={challenge} onClose={() => setEntering(false)} />}
      {scored && <ScoreDialog challenge={challenge} entry={scored} onClose={() => setScored(null)} />}
      {disqualified && (
        <ReasonDialog
          title={t('disqualifyTitle', { name: entrant(disqualified.name) })}
          text={t('disqualifyText')}
          save={t('disqualify')}
          run={(reason) => api.challenges.disqualify({ id: disqualified.id, version: disqualified.version, reason })}
          onClose={() => setDisqualified(null)}
        />
      )}
    </>
  )
}
