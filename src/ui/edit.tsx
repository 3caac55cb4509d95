import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { failureOf } from '#api/client.ts'
import { Failed, Skeleton, State } from './page.tsx'

/** Reads the record that `?id=` names and draws its form; without an id the form of a new one. */
export function Edit<Row>({
  entity,
  read,
  children,
}: {
  entity: string
  read: (id: string) => Promise<Row>
  children: (row: Row | null) => ReactNode
}) {
  const t = useTranslations('lib.failures')
  const { id } = useSearch({ strict: false }) as { id?: string }
  // A form keeps the row that it was opened with; what changes meanwhile shows at saving.
  const query = useQuery({
    queryKey: [entity, 'one', id],
    queryFn: () => read(id ?? ''),
    enabled: id !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (id === undefined) return children(null)
  if (query.isError)
    return failureOf(query.error).status === 404 || failureOf(query.error).status === 400 ? (
      <State title={t('document/not-found')} />
    ) : (
      <Failed retry={() => void query.refetch()} />
    )
  return query.data ? children(query.data) : <Skeleton />
}
