import { useQuery } from '@tanstack/react-query'
import { api, useMay } from './services.client.ts'
import { serviceTypesQuery } from './service.queries.ts'
import { contentOf } from '#lib/manner.ts'
import { useLanguage } from '#ui/use-language.ts'

/** Looks up service types by id, in the reader's language. */
export function useServiceTypes() {
  const language = useLanguage()
  const { data = [] } = useQuery(serviceTypesQuery)
  const byId = new Map(data.map((type) => [type.id, type]))
  const nameOf = (id: string) => {
    const type = byId.get(id)
    return type ? contentOf(type, 'name', language) : ''
  }
  return { types: data, byId, nameOf, language }
}

/** Options for choosing a service: up to a hundred that are not archived, named by type; none for a role that may not list them. */
export function useServiceOptions() {
  const { nameOf } = useServiceTypes()
  const enabled = useMay('services.list')
  const query = useQuery({ queryKey: ['services', 'options'], queryFn: () => api.services.list({ size: 100 }), enabled })
  const rows = query.data?.rows ?? []
  const twice = new Set(rows.map(({ service }) => service).filter((type, index, all) => all.indexOf(type) !== index))
  // Two services of one type are distinguished by their description.
  const label = (row: (typeof rows)[number]) =>
    twice.has(row.service) ? `${nameOf(row.service)} · ${row.descriptionEn.slice(0, 30)}` : nameOf(row.service)
  return {
    isReady: query.isSuccess,
    rows,
    options: rows.map((row) => ({ value: row.id, label: label(row) })),
    labelOf: (id: string) => {
      const row = rows.find((entry) => entry.id === id)
      return row ? label(row) : ''
    },
  }
}
