import type { QueryFunctionContext } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { fieldsOf } from '#lib/choices.ts'
import { readJson } from '#lib/json.ts'
import { isOutage } from './call-failure.ts'
import { useRoot } from './state.ts'

/** The first part of the storage keys of today's answers; a sign-out removes them with everything else (state.ts). */
export const answersArea = 'today:'

/** How often the server is asked again while a stored answer is shown, in milliseconds. */
const pause = 15_000

/** The part of the keys that one member's answers in one role have until the device's midnight; null when signed out. */
export function answersPrefix(now = new Date()): string | null {
  const { userId, roles } = useRoot.getState().auth
  return userId && `${answersArea}${userId}:${roles ?? ''}:${now.getFullYear()}-${now.getMonth() + 1}-${now.getDate()}:`
}

/** The stored answer of today to a call of the member, with its time, UTC; null without one. */
export function storedAnswer(name: string): { at: string; answer: unknown } | null {
  try {
    const { at, answer } = fieldsOf(readJson(localStorage.getItem(answersPrefix() + name) ?? 'null'))
    return typeof at === 'string' ? { at, answer } : null
  } catch {
    return null
  }
}

/** The calls whose stored answer is shown now, each with its time. */
const shown = new Map<string, string>()
const listeners = new Set<() => void>()

function show(name: string, at?: string): void {
  if (shown.get(name) === at) return
  if (at === undefined) shown.delete(name)
  else shown.set(name, at)
  for (const listen of listeners) listen()
}

/** When a call was answered whose stored answer is shown for want of a connection, UTC; undefined if the server answers. */
export const shownSince = (name: string): string | undefined => shown.get(name)

/**
 * Options of a query that shows its last answer of today while the server can't be reached; app/offline.ts stores it.
 * @param name the query's key, joined by `/`
 */
export function offlineAnswer<Answer>(name: string, ask: () => Promise<Answer>) {
  return {
    networkMode: 'offlineFirst' as const,
    refetchInterval: () => shown.has(name) && pause,
    queryFn: async ({ client, queryKey }: QueryFunctionContext): Promise<Answer> => {
      try {
        const answer = await ask()
        show(name)
        return answer
      } catch (error) {
        const last = isOutage(error) ? storedAnswer(name) : null
        if (!last) throw error
        show(name, last.at)
        client.setQueryData(queryKey, last.answer)
        const answer = client.getQueryData<Answer>(queryKey)
        if (answer === undefined) throw error
        return answer
      }
    },
  }
}

function listenTo(listen: () => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

/** `shownSince`, updated as the connection comes and goes. */
export const useShownSince = (name: string): string | undefined =>
  useSyncExternalStore(
    listenTo,
    () => shownSince(name),
    () => undefined,
  )
