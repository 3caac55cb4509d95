import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { batchOptionsQuery } from '#timetable/batches/batch.queries.ts'
import { useMay } from './app.client.ts'

/**
 * Why a hall or trainer of an open batch can't be archived, by id. Others that are in use are refused by the server only.
 * @param isShown whether the list is shown, so that the batches are read
 */
export function useInUse(part: 'hall' | 'trainer', isShown = true): (id: string) => string | undefined {
  const failures = useTranslations('lib.failures')
  const mayArchive = useMay(`${part}s.archive`)
  const { data } = useQuery({ ...batchOptionsQuery, enabled: isShown && mayArchive })
  const used = new Set(data?.rows.map((row) => row[part]))
  return (id) => (used.has(id) ? failures(`${part}/in-use`) : undefined)
}
