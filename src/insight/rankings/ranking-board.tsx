import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { api, useMay } from './rankings.client.ts'
import { OpenBatchesFact, OpenBatchesLink } from '#insight/home/open-batches.tsx'
import type { Place } from '#lib/addresses.ts'
import { shareCell } from '#lib/csv-cells.ts'
import { BoardName } from '#ui/board-name.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyPage } from '#ui/empty-page.tsx'
import { Unread } from '#ui/page.tsx'
import { ReportTools } from '#ui/report-tools.tsx'
import type { Sheet } from '#ui/sheet.ts'
import { Table, type TableColumn } from '#ui/table.tsx'
import { FormulaLine, PeriodBar } from './period-bar.tsx'
import { boardPage, type RankingRow, type BoardPage } from './rankings.contract.ts'
import css from './rankings.module.css'
import { formulaVersion, partShare, type BoardKind } from './rankings.rules.ts'
import { RankLines } from './rank-lines.tsx'
import { RankMovement, useBoardFormat } from './board-format.tsx'
import type { usePeriod } from './use-period.ts'

/** Rows per page. */
const size = 20

/** The link of a row's name, for members who may open it. */
function useHref(board: BoardKind): (row: RankingRow) => Place | null {
  // A trainer sees only their own batches, so the batch link is for members who see the whole floor.
  const maySee = { customers: useMay('customers.get'), trainers: useMay('trainers.get'), batches: useMay('services.get') }
  const to = { customers: '/sales/customer', trainers: '/staff/trainer', batches: '/services/batch' } as const
  return ({ id, name }) => (maySee[board] && name !== '' ? { to: to[board], search: { id } } : null)
}

/** A board's table: ranks with their movement, scores with their parts, and what would move each row up; the reader's own row first. */
function Ranks({ board, data }: { board: BoardKind; data: BoardPage }) {
  const t = useTranslations('rankings')
  const format = useFormatter()
  const view = useBoardFormat(board, data.period)
  const href = useHref(board)
  const { own } = data
  const others = data.rows.filter(({ id }) => id !== own?.id)
  const name = (row: RankingRow) => {
    const named = <BoardName name={row.name === '' ? t('hidden') : row.name} fullName={row.fullName} />
    const place = href(row)
    return (
      <div className={css['name']}>
        {row === own && <span className={css['ball']} role="img" aria-label={t('own')} />}
        {place ? <Link {...place}>{named}</Link> : named}
      </div>
    )
  }
  const columns: TableColumn<RankingRow>[] = [
    {
      key: 'rank',
      label: t('columns.rank'),
      isNumber: true,
      cell: ({ rank }) => (
        <span className={css['rank']} data-top={(rank !== null && rank <= 3) || undefined}>
          {rank === null ? '–' : format.number(rank)}
        </span>
      ),
    },
    {
      key: 'moved',
      label: t('columns.moved'),
      cell: (row) => (
        <span className={css['moved']}>
          <RankMovement row={row} />
        </span>
      ),
    },
    { key: 'name', label: t(`columns.${board}`), isHead: true, cell: name },
    {
      key: 'score',
      label: t('columns.score'),
      isNumber: true,
      cell: ({ score }) => <span className={css['score']}>{score === null ? '–' : view.points(score)}</span>,
    },
    ...view.parts.map(({ key }) => ({
      key,
      label: view.partName(key),
      isNumber: true,
      cell: ({ inputs }: RankingRow) => (
        <>
          {view.share(inputs, key)}
          {inputs[key] && <small className={css['from']}>{view.from(key, inputs[key])}</small>}
        </>
      ),
    })),
    {
      key: 'step',
      label: t('columns.step'),
      cell: (row) => (
        <span className={css['step']}>
          {row.score === null
            ? t('notYet', { have: row.sample, need: view.sample[data.period.span] })
            : (view.step(row.inputs) ?? t('nothing'))}
        </span>
      ),
    },
  ]
  return (
    <Table
      label={t(`tabs.${board}`)}
      narrow="scroll"
      isWide
      columns={columns}
      rows={own ? [own, ...others] : others}
      keyOf={({ id }) => id}
      lookOf={(row) => (row === own ? 'own' : undefined)}
    />
  )
}

type View = ReturnType<typeof useBoardFormat>

/** The export file of a whole board: each row with its parts. */
async function sheetOf(
  board: BoardKind,
  period: BoardPage['period'],
  { parts, partName }: View,
  t: ReturnType<typeof useTranslations<'rankings'>>,
): Promise<Sheet> {
  const rows: RankingRow[] = []
  for (let page = 1; ; page++) {
    const found = await api.rankings.board({ board, span: period.span, day: period.from, page, size: boardPage })
    rows.push(...found.rows)
    if (rows.length >= found.total || found.rows.length === 0) break
  }
  const unit = (key: string) => (key === 'revenue' ? 10 ** period.exponent : 1)
  return {
    header: [
      ...(['rank', 'before', board, 'score', 'sample'] as const).map((key) => t(`columns.${key}`)),
      ...parts.flatMap(({ key }) => {
        const part = partName(key)
        return [part, t('columns.num', { part }), t('columns.den', { part })]
      }),
    ],
    rows: rows.map((row) => [
      row.rank ?? '',
      row.rankBefore ?? '',
      row.name,
      row.score === null ? '' : row.score / 10,
      row.sample,
      ...parts.flatMap(({ key }): (string | number)[] => {
        const input = row.inputs[key]
        const share = input ? partShare(input) : null
        return input ? [shareCell(share === null ? null : share / 10_000), input.num / unit(key), input.den / unit(key)] : ['', '', '']
      }),
    ]),
  }
}

function Found({ board, data, period }: { board: BoardKind; data: BoardPage; period: ReturnType<typeof usePeriod> }) {
  const t = useTranslations('rankings')
  const list = useTranslations('lists')
  const view = useBoardFormat(board, data.period)
  const pages = Math.ceil(data.total / size)
  if (data.total === 0)
    return (
      <EmptyPage title={t('empty.title')} drawing="table" action={<OpenBatchesLink />}>
        <p>{t(`empty.${board}`)}</p>
        <OpenBatchesFact />
      </EmptyPage>
    )
  return (
    <>
      <FormulaLine data={data.period} weights={view.weights} text={t(`formulas.${board}`)} />
      <Ranks board={board} data={data} />
      <RankLines board={board} asked={period.asked} />
      <div className={css['foot']}>
        <span>{t('count', { ranked: data.ranked, unranked: data.total - data.ranked, need: view.sample[data.period.span] })}</span>
        {pages > 1 && (
          <div className={css['pages']}>
            <Button disabled={period.page <= 1} onClick={() => period.setPage(period.page - 1)}>
              {list('previous')}
            </Button>
            <Button disabled={period.page >= pages} onClick={() => period.setPage(period.page + 1)}>
              {list('next')}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

/** A board of a period (product 6). */
export function RankingBoard({ board, period }: { board: BoardKind; period: ReturnType<typeof usePeriod> }) {
  const t = useTranslations('rankings')
  const input = { board, ...period.asked, page: period.page, size }
  const query = useQuery({
    queryKey: ['rankings', 'board', input],
    queryFn: () => api.rankings.board(input),
    placeholderData: keepPreviousData,
  })
  // The placeholder may be another board's data.
  const data = query.isPlaceholderData ? undefined : query.data
  const view = useBoardFormat(board, data?.period ?? { version: formulaVersion, currency: '', exponent: 0 })
  return (
    <>
      <PeriodBar period={period} data={query.data?.period}>
        {data && data.total > 0 && (
          <ReportTools name={`ranking-${board}-${data.period.from}`} sheet={() => sheetOf(board, data.period, view, t)} />
        )}
      </PeriodBar>
      {data && !query.isError ? <Found board={board} data={data} period={period} /> : <Unread query={query} />}
    </>
  )
}
