import { queryOptions } from '@tanstack/react-query'
import { api } from '#api/client.ts'

/** Rows of one answer, and how many answers are asked for at most. */
const size = 100
const pages = 10

/** Every open batch, in pages of a hundred and up to a thousand. */
async function openBatches() {
  const first = await api.batches.list({ size, state: 'open' })
  const others = Math.min(Math.ceil(first.total / size), pages) - 1
  const rest = await Promise.all(
    Array.from({ length: Math.max(others, 0) }, (_, at) => api.batches.list({ size, state: 'open', page: at + 2 })),
  )
  return { total: first.total, rows: [first, ...rest].flatMap(({ rows }) => rows) }
}

/** The open batches, as Home and the empty pages read them. */
export const openBatchesQuery = queryOptions({ queryKey: ['batches', 'open'], queryFn: openBatches })
