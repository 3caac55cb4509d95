import { useFormatter, useTranslations } from 'use-intl'
import { api } from './challenges.client.ts'
import { BoardName } from '#ui/board-name.tsx'
import { List } from '#ui/lists/list.tsx'
import { useListQuery } from '#ui/lists/list-state.ts'
import { Status } from '#ui/surface.tsx'
import type { ChallengeDetail } from './challenge.contract.ts'
import type { ChallengeBoardRow } from './entry.contract.ts'
import css from './challenges.module.css'
import { RaceLines } from './race-lines.tsx'
import { useBoard } from './use-board.ts'
import { useEntrantName } from './use-name.ts'

/** How many ranks a row has gained or lost since this morning, in words. */
function useMovement(): (row: ChallengeBoardRow) => string {
  const t = useTranslations('challenges.board')
  return ({ rank, formerRank }) => {
    if (rank === null || formerRank === null) return '–'
    const by = formerRank - rank
    return by === 0 ? t('same') : t(by > 0 ? 'up' : 'down', { count: Math.abs(by) })
  }
}

/** A challenge's live board: ranks 1, 2, 2, 4, who moved since this morning, and each entrant's business on an external one. */
export function ChallengeBoard({ challenge }: { challenge: ChallengeDetail }) {
  const t = useTranslations('challenges.board')
  const format = useFormatter()
  const entrant = useEntrantName()
  const movement = useMovement()
  const isLive = useBoard(challenge.id)
  const list = useListQuery({
    entity: 'challenges',
    of: `board ${challenge.id}`,
    sort: 'points',
    filters: {},
    read: (input: object) => api.challenges.board({ ...input, challenge: challenge.id }),
  })
  const isTeam = challenge.participation === 'team'
  const rank = (row: ChallengeBoardRow) => (row.rank === null ? t('unranked') : format.number(row.rank))
  return (
    <section className={css['part']} aria-label={t('title')}>
      <p className={css['notes']} role="status">
        <Status tone={isLive ? 'good' : 'plain'}>{isLive ? t('live') : t('waiting')}</Status>
      </p>
      <RaceLines challenge={challenge.id} />
      <List<ChallengeBoardRow>
        {...list}
        caption={t('title')}
        exportName="board"
        href={(row) =>
          isTeam || !row.isOwn ? null : { to: '/challenges/challenge', search: { id: challenge.id, tab: 'facts', entry: row.id } }
        }
        empty={{ title: t('none'), text: t('noneText'), action: null }}
        filters={[]}
        columns={[
          {
            key: 'rank',
            label: t('rank'),
            isNumber: true,
            csv: (row) => row.rank ?? '',
            cell: (row) => <span className={css['rank']}>{rank(row)}</span>,
          },
          {
            key: 'name',
            isHead: true,
            label: isTeam ? t('team') : t('name'),
            csv: (row) => entrant(row.name),
            cell: (row) => <BoardName name={entrant(row.name)} fullName={row.fullName} />,
          },
          ...(challenge.visibility === 'external'
            ? [
                {
                  key: 'vendor',
                  label: t('vendor'),
                  csv: (row: ChallengeBoardRow) => row.vendorName,
                  cell: (row: ChallengeBoardRow) => <bdi>{row.vendorName}</bdi>,
                },
              ]
            : []),
          ...(isTeam
            ? [
                {
                  key: 'members',
                  label: t('members'),
                  isNumber: true,
                  csv: (row: ChallengeBoardRow) => row.members ?? '',
                  cell: (row: ChallengeBoardRow) => format.number(row.members ?? 0),
                },
              ]
            : [{ key: 'movement', label: t('movement'), csv: movement, cell: movement }]),
          {
            key: 'points',
            narrow: 'first',
            label: t('points'),
            isNumber: true,
            csv: (row) => row.points,
            cell: (row) => format.number(row.points),
          },
        ]}
      />
    </section>
  )
}
