import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { api } from './rankings.client.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Skeleton, State } from '#ui/page.tsx'
import { Table } from '#ui/table.tsx'
import { useMoment } from '#ui/use-moment.ts'
import type { BoardPage } from './rankings.contract.ts'
import { boards, type BoardKind } from './rankings.rules.ts'
import { RankMovement, useBoardFormat } from './board-format.tsx'
import css from './tv.module.css'
import { usePeriod, usePeriodName } from './use-period.ts'

/** How many rows are legible from afar, how long a board stays, and how often it is refetched. */
const rows = 8
const turnMs = 12_000
const refreshMs = 60_000

/** The index of the board shown, which advances on each turn. */
function useTurns(isPaused: boolean): [at: number, show: (at: number) => void] {
  const [at, show] = useState(0)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => show(at + 1), turnMs)
    return () => clearTimeout(timer)
  }, [at, isPaused])
  return [at, show]
}

function Ranks({ board, data }: { board: BoardKind; data: BoardPage }) {
  const t = useTranslations('rankings')
  const format = useFormatter()
  const view = useBoardFormat(board, data.period)
  return (
    <Table
      label={t(`tabs.${board}`)}
      narrow="scroll"
      className={css['table']}
      columns={[
        { key: 'rank', label: t('columns.rank'), cell: ({ rank }) => rank !== null && format.number(rank) },
        { key: board, label: t(`columns.${board}`), isHead: true, cell: (row) => <bdi>{row.name === '' ? t('hidden') : row.name}</bdi> },
        { key: 'score', label: t('columns.score'), isNumber: true, cell: ({ score }) => score !== null && view.points(score) },
        { key: 'moved', label: t('columns.moved'), cell: (row) => <RankMovement row={row} /> },
      ]}
      rows={data.rows.filter(({ rank }) => rank !== null)}
      keyOf={({ id }) => id}
    />
  )
}

/**
 * /rankings/tv: the boards of a period in turn, legible from afar, refetched automatically. It needs a member's
 * session like every page, and shows no more than that member's boards do.
 */
export default function RankingsTvPage() {
  const t = useTranslations('rankings.tv')
  const texts = useTranslations('rankings')
  const moment = useMoment()
  const name = usePeriodName()
  const period = usePeriod()
  const [isPaused, setPaused] = useState(false)
  const [at, show] = useTurns(isPaused)
  const queries = useQueries({
    queries: boards.map((board) => {
      const input = { board, ...period.asked, size: rows }
      return { queryKey: ['rankings', 'board', input], queryFn: () => api.rankings.board(input), refetchInterval: refreshMs }
    }),
  })
  const read = boards.flatMap((board, index) => {
    const data = queries[index]?.data
    return data ? [{ board, data }] : []
  })
  const ranked = read.filter(({ data }) => data.ranked > 0)
  const current = ranked[at % Math.max(ranked.length, 1)]
  return (
    <div className={css['tv']}>
      <header className={css['head']}>
        <h1>{current ? texts(`tabs.${current.board}`) : texts('title')}</h1>
        <p>{read[0] && name(read[0].data.period)}</p>
      </header>
      {current ? (
        <Ranks key={current.board} board={current.board} data={current.data} />
      ) : read.length < boards.length ? (
        <Skeleton rows={rows} />
      ) : (
        <State title={texts('empty.title')} text={t('none')} />
      )}
      <footer className={css['foot']}>
        <p>
          {current &&
            t('asOf', {
              when: moment(current.data.period.frozenAt ?? current.data.period.asOf),
            })}
        </p>
        {ranked.length > 1 && (
          <>
            <Button look="quiet" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
              {t('pause')}
            </Button>
            <Button look="quiet" onClick={() => show(at + 1)}>
              {t('next')}
            </Button>
          </>
        )}
        <Button look="quiet" onClick={() => void document.documentElement.requestFullscreen?.()}>
          {t('full')}
        </Button>
        <Link className={buttonClass('quiet')} to="/rankings" search={period.keep}>
          {t('back')}
        </Link>
      </footer>
    </div>
  )
}
