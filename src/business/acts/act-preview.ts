import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { failureOf } from '#web/call-failure.ts'

/** Whether a call was refused for what it asks, rather than lost on the way or asked for too often. */
export const isRefused = (error: unknown) => {
  const { status } = failureOf(error)
  return status >= 400 && status < 500 && status !== 429
}

/**
 * The preview of an act, which is seen before the act can be performed.
 * @param key what the answer depends on
 * @param ask null while the act is not known yet, or where it means nothing
 */
export function useActPreview<Shown>(key: readonly unknown[], ask: (() => Promise<Shown>) | null) {
  const query = useQuery({
    queryKey: ['actEffects', ...key],
    queryFn: ask ?? (() => Promise.reject(new Error('Nothing to ask'))),
    enabled: ask !== null,
    // Each dialog queries again: payments and credits change what an act means.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })
  const latest = ask === null ? undefined : query.data
  const shown = query.isPlaceholderData ? undefined : latest
  return {
    shown,
    /** What is shown or, until it is known, what was shown before. */
    latest,
    isAsked: ask !== null,
    /** Whether the member has to wait before they can decide. */
    isBusy: ask !== null && query.isFetching,
    // An act that is refused has nothing to show: performing it says why, at the field.
    isUnseen: ask !== null && !shown && !(query.error && isRefused(query.error)),
    error: ask !== null && query.isError && !query.isFetching ? query.error : null,
    retry: () => void query.refetch(),
    /** Performs the act as it was seen; shows what it means now where that is something else. */
    async perform<Answer>(act: () => Promise<Answer>): Promise<Answer> {
      try {
        return await act()
      } catch (error) {
        if (failureOf(error).code === 'effects/changed') void query.refetch()
        throw error
      }
    },
  }
}
