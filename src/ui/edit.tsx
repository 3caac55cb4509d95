import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { Missing, Unread } from './page.tsx'

/** Reads the record that `?id=` names and draws its form; an address that names none finds no document. */
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
  // A form keeps the row that it was opened with; what changes meanwhile shows at saving.
  const query = useQuery({
    queryKey: [entity, 'one', id],
    queryFn: () => read(id),
    enabled: id !== '',
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (id === '') return <Missing />
  // Another record gets a form of its own, never the state of the one before.
  return query.data && !query.isError ? <Fragment key={id}>{children(query.data)}</Fragment> : <Unread query={query} />
}
