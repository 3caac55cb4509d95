import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { NamedCall } from '#web/unsent-call.ts'

/** A member's own view of a list; `query` as `queryOf` writes it. */
export type OwnView = { list: string; name: string; query: string }

/** How many rows a view has; `totalIsCapped` if there are more. */
export type ViewCount = { total: number; totalIsCapped: boolean }

/** What the kit needs to store own views, each call of which returns all of the member's, oldest first; and to count the rows of views. */
export type OwnViewCalls = {
  /** In the order of the lists' calls; null where the member may not see it. */
  count: (views: NamedCall[]) => Promise<(ViewCount | null)[]>
  read: () => Promise<OwnView[]>
  save: (view: OwnView) => Promise<OwnView[]>
  remove: (view: Pick<OwnView, 'list' | 'name'>) => Promise<OwnView[]>
  /** The dialog that asks for a name. @param names of the list's views, which a new one of the same name replaces */
  SaveView: ComponentType<{ list: string; query: string; names: string[]; onSave: (view: OwnView) => Promise<void>; onClose: () => void }>
}

let calls: OwnViewCalls | null = null

/** Provides the calls, which the ground floor can't know; before any list is rendered (src/app/routes.tsx). */
export function setOwnViews(given: OwnViewCalls): void {
  calls = given
}

const queryKey = ['views']

/** Counts the rows of views; null where views can't be stored. */
export const viewCounter = (): OwnViewCalls['count'] | null => calls?.count ?? null

/**
 * The member's own views of a list, read once, since only the member changes them.
 * @param list undefined for a list that stores none
 * @returns null where views can't be stored, as in the kit's samples
 */
export function useOwnViews(list: string | undefined) {
  const client = useQueryClient()
  const { data = [] } = useQuery({
    queryKey,
    queryFn: () => calls?.read() ?? [],
    staleTime: Infinity,
    gcTime: Infinity,
    enabled: calls !== null && list !== undefined,
  })
  if (calls === null || list === undefined) return null
  const { save, remove, SaveView } = calls
  const store = async (all: Promise<OwnView[]>): Promise<void> => {
    client.setQueryData(queryKey, await all)
  }
  return {
    list,
    views: data.filter((view) => view.list === list),
    save: (view: OwnView) => store(save(view)),
    remove: (view: OwnView) => store(remove({ list: view.list, name: view.name })),
    SaveView,
  }
}
