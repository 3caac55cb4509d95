import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { api } from './challenges.client.ts'
import { pageLimit } from '#lib/calls.ts'
import { BoardName } from '#ui/board-name.tsx'
import { Failed, Skeleton, State } from '#ui/page.tsx'
import { ReportTools } from '#ui/report-tools.tsx'
import { Table } from '#ui/table.tsx'
import type { ChallengeDetail } from './challenge.contract.ts'
import type { ChallengeBoardRow } from './entry.contract.ts'
import css from './challenges.module.css'
import { useEntrantName } from './use-name.ts'

/**
 * Who won what: the top ranks of a leaderboard and everyone with a prize, or all who reached the target; provisional
 * before the end. With print and CSV.
 */
export function Results({ challenge }: { challenge: ChallengeDetail }) {
  const t = useTranslations('challenges.results')
  const format = useFormatter()
  const entrant = useEntrantName()
  const isBoard = challenge.mode === 'leaderboard'
  const won = (row: ChallengeBoardRow) =>
    row.points > 0 &&
    row.rank !== null &&
    (isBoard ? row.rank <= Math.max(challenge.topN ?? 0, challenge.prizes.length) : row.points >= (challenge.target ?? 0))
  const query = useQuery({
    queryKey: ['challenges', 'results', challenge.id],
    // The best come first, so the first page whose last row has won nothing is the last one needed.
    queryFn: async () => {
      const board: ChallengeBoardRow[] = []
      for (let page = 1; ; page++) {
        const { rows } = await api.challenges.board({ challenge: challenge.id, page, size: pageLimit })
        board.push(...rows)
        const last = rows.at(-1)
        if (rows.length < pageLimit || !last || !won(last)) return board
      }
    },
  })
  if (query.isError) return <Failed retry={() => void query.refetch()} />
  if (!query.data) return <Skeleton />
  const rows = query.data.filter(won)
  const prize = (row: ChallengeBoardRow) => challenge.prizes[isBoard ? (row.rank ?? 1) - 1 : 0] ?? ''
  const sheet = () => ({
    header: [t('rank'), t('name'), t('vendor'), t('points'), t('prize')],
    rows: rows.map((row) => [row.rank ?? '', entrant(row.name), row.vendorName, row.points, prize(row)]),
  })
  if (rows.length === 0) return <State title={t('none')} text={t('noneText')} />
  return (
    <section className={css['part']} aria-label={t('title')}>
      <p>{t(challenge.state === 'final' || challenge.state === 'archived' ? 'final' : 'standing')}</p>
      <div className={css['tools']}>
        <ReportTools name="results" sheet={sheet} />
      </div>
      <Table
        label={t('title')}
        isWide
        columns={[
          {
            key: 'rank',
            label: t('rank'),
            isNumber: true,
            cell: ({ rank }) => <span className={css['rank']}>{format.number(rank ?? 0)}</span>,
          },
          {
            key: 'name',
            label: t('name'),
            isHead: true,
            cell: ({ name, fullName }) => <BoardName name={entrant(name)} fullName={fullName} />,
          },
          ...(challenge.visibility === 'external'
            ? [{ key: 'vendor', label: t('vendor'), cell: ({ vendorName }: ChallengeBoardRow) => <bdi>{vendorName}</bdi> }]
            : []),
          { key: 'points', label: t('points'), isNumber: true, cell: ({ points }) => format.number(points) },
          { key: 'prize', label: t('prize'), cell: (row) => <bdi>{prize(row) || '–'}</bdi> },
        ]}
        rows={rows}
        keyOf={({ id }) => id}
      />
    </section>
  )
}
