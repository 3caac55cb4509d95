import { useEffect, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { toastError } from '../toast.tsx'
import { allOf } from './list-export.ts'
import type { ListPage } from './list-state.ts'

/** The most rows that are printed, on some fifty sheets; an export has all. */
const printLimit = 2000

/**
 * Reads every row that the filters match, for a file or for paper.
 * @param page the rows on the screen
 * @returns `progress` in words while rows are read; `printed` the rows that stand on the screen while they are printed
 */
export function useWholeList<Row>(page: ListPage<Row> | undefined, readPage: (page: number) => Promise<ListPage<Row>>) {
  const t = useTranslations('lists')
  const format = useFormatter()
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const [printed, setPrinted] = useState<ListPage<Row> | null>(null)
  useEffect(() => {
    if (!printed) return
    const end = () => setPrinted(null)
    window.addEventListener('afterprint', end)
    window.print()
    return () => window.removeEventListener('afterprint', end)
  }, [printed])
  const read = (limit?: number) =>
    allOf(readPage, (done, total) => setProgress({ done, total: Math.max(done, total) }), limit).finally(() => setProgress(null))
  return {
    read,
    printed,
    progress: progress && t('count', { shown: format.number(progress.done), total: format.number(progress.total) }),
    async print(): Promise<void> {
      if (!page || page.rows.length === page.total) return window.print()
      const rows = await read(printLimit)
      if (page.total > rows.length) toastError(t('printLimit', { count: format.number(rows.length) }))
      setPrinted({ ...page, rows })
    },
  }
}
