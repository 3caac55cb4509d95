import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { Missing, Unread } from './page.tsx'

/** Loads the record of `?id=` and renders its form; without an id it shows a missing document. */
export function Edit<Row>({
  entity,
  read,
  children,
}: {
  entity: string
  read: (id: string) => Promise<Row>
  children: (row: Row) => ReactNode
}) {
  const { id = '' } = useSearch({ strict: false })
  // A form keeps the row it was opened with; changes made meanwhile are detected on save.
  const query = useQuery({
    queryKey: [entity, 'one', id],
    queryFn: () => read(id),
    enabled: id !== '',
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (id === '') return <Missing />
  // Keyed by id, so that another record gets a new form and not the previous one's state.
  return query.data && !query.isError ? <Fragment key={id}>{children(query.data)}</Fragment> : <Unread query={query} />
}
