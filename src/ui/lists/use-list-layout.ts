import type { ChosenColumns } from '#lib/list-looks.ts'
import { useMedia } from '../use-media.ts'
import { chooseColumns, useListLooks } from './use-list-looks.ts'
import type { Column } from './list.tsx'

/** A column that a member may leave out, and whether it is shown now. */
export type LayoutColumn = { key: string; label: string; isShown: boolean }

const none: ChosenColumns = {}

/**
 * Which columns of a list are shown: its own, unless the member has chosen others on this device. The one that names the row always is.
 * Where rows are lines there are no columns, and each line is as the list made it.
 * @param list undefined for a list whose columns can't be chosen
 */
export function useListLayout<Row>(list: string | undefined, columns: readonly Column<Row>[]) {
  const looks = useListLooks()
  const hasColumns = useMedia('(width >= 900px)') ?? true
  const isWide = useMedia('(width >= 1240px)') ?? true
  const chosen = (list !== undefined && looks.columns[list]) || none
  const all = columns.filter(({ cell }) => cell)
  const named = all.find(({ isHead }) => isHead) ?? all[0]
  const others = all.filter((column) => column !== named)
  // What the member asked for is shown whether or not the window is wide.
  const shown = all.flatMap((column) => {
    if (!hasColumns || column === named || chosen[column.key] === undefined) return [column]
    return chosen[column.key] ? [{ ...column, isLesser: false }] : []
  })
  function choose(key: string, isShown: boolean): void {
    if (list === undefined) return
    const { [key]: _before, ...rest } = chosen
    const isOwn = isShown && !others.some((column) => column.key === key && column.isLesser)
    chooseColumns(list, isOwn ? rest : { ...rest, [key]: isShown })
  }
  const canChoose = list !== undefined && hasColumns && others.length > 1
  return {
    shown,
    named,
    /** The orders of columns that are not shown. */
    hiddenSorts: others.flatMap(({ key, sort }) => (sort !== undefined && !shown.some((column) => column.key === key) ? [sort] : [])),
    isCompact: looks.isCompact,
    /** What can be chosen, in the order of the list; nothing where rows are lines. */
    columns: canChoose
      ? others.map(({ key, label, isLesser = false }): LayoutColumn => ({ key, label, isShown: chosen[key] ?? (isWide || !isLesser) }))
      : [],
    choose,
    /** Returns to the list's own columns; null while it shows them. */
    reset: list !== undefined && Object.keys(chosen).length > 0 ? () => chooseColumns(list, none) : null,
  }
}
