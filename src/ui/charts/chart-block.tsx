import { lazy, Suspense, useId, useState, type ComponentProps, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Place } from '#lib/addresses.ts'
import { Button } from '../button.tsx'
import css from './chart-block.module.css'
import type { useMarks } from './marks.ts'
import { PlaceLink } from '../place-link.tsx'
import type { Sheet } from '../sheet.ts'

type Row = { key: string; cells: readonly ReactNode[] }

/** The figures of a chart as a table: the first column names the row, the others have its figures. */
export type ChartTable = { columns: readonly string[]; rows: readonly Row[] }

type Props = {
  /** The question that the chart answers. */
  title: string
  /** What the chart shows, below the question. */
  note?: ReactNode
  /** The content of the file, and its name without extension. */
  sheet: () => Sheet
  exportName: string
  table: ChartTable
  /** Further controls before the two buttons. */
  actions?: ReactNode
  /** The figures of the mark that a pointer shows, for screen readers. */
  said?: string | undefined
  /** What is said in the place of a chart without figures. */
  none?: string | false | undefined
  /** How the figures are calculated. */
  foot?: ReactNode
  children: ReactNode
}

/** Few readers open the table, so it is not part of Home's chunk. */
const Table = lazy(async () => ({ default: (await import('../table.tsx')).Table<Row> }))

/**
 * The block of a chart: the question that it answers, a table view, and a file for anyone who
 * can't see the chart or wants to work with the figures (design, "Charts").
 */
export function ChartBlock({ title, note, sheet, exportName, table, actions, said, none, foot, children }: Props) {
  const t = useTranslations('ui.chart')
  const heading = useId()
  const [isTable, setTable] = useState(false)
  const download = async () => {
    const { downloadCsv } = await import('../csv-file.ts')
    const { header, rows } = sheet()
    downloadCsv(exportName, header, rows)
  }
  return (
    <section className={css['block']} aria-labelledby={heading}>
      <div className={css['head']}>
        <div className={css['words']}>
          <h2 id={heading}>{title}</h2>
          {note && <p>{note}</p>}
        </div>
        <div className={css['actions']}>
          {actions}
          {!none && (
            <>
              <Button look="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
                {t('table')}
              </Button>
              <Button look="quiet" onClick={() => void download()}>
                {t('export')}
              </Button>
            </>
          )}
        </div>
      </div>
      {none ? (
        <p className={css['none']}>{none}</p>
      ) : isTable ? (
        <Suspense>
          <Table
            label={title}
            look="sheet"
            className={css['table']}
            columns={table.columns.map((label, at) => ({
              key: `${at}`,
              label,
              isNumber: at > 0,
              cell: ({ cells }) => cells[at],
            }))}
            rows={table.rows}
            keyOf={({ key }) => key}
          />
        </Suspense>
      ) : (
        children
      )}
      <p role="status" className="hidden-text">
        {said}
      </p>
      {foot}
    </section>
  )
}

type Mark = ReturnType<ReturnType<typeof useMarks>['mark']>
type PartProps = Pick<ComponentProps<'a'>, 'className' | 'style' | 'children' | 'aria-describedby'> & {
  place: Place | undefined
  label: string
  look?: string
  mark: Mark
}

/**
 * A part of a chart that has the focus and a name of its own: a link to its rows, if there are any.
 * The name replaces what is drawn, since figures without their names say little.
 */
export function ChartPart({ place, label, look, mark, children, ...rest }: PartProps) {
  const content = (
    <span className={css['drawn']} aria-hidden="true">
      {children}
    </span>
  )
  if (place)
    return (
      <PlaceLink place={place} data-look={look} {...rest} {...mark}>
        <span className="hidden-text">{label}</span>
        {content}
      </PlaceLink>
    )
  return (
    <span role="img" aria-label={label} data-look={look} {...rest} {...mark}>
      {content}
    </span>
  )
}

/** The name of a row in a chart's table, with a link to its rows if there are any. */
export function ChartRowName({ place, children }: { place: Place | undefined; children: ReactNode }) {
  return place ? <PlaceLink place={place}>{children}</PlaceLink> : children
}
