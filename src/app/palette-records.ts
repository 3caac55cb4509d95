import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api, useMayEach } from './app.client.ts'
import { useServiceTypes } from '#directory/services/service-names.ts'
import type { Place } from '#lib/addresses.ts'
import { fullName, trainerName } from '#lib/names.ts'
import { useDebounced } from '#ui/use-debounced.ts'

/** An entry of the palette: where it leads and how it is labelled. */
export type PaletteOption = { id: string; label: string; kind: string; place: Place }

/** Maximum number of records offered per kind. */
const each = 5

/** Services, halls, trainers, batches and customers that the role may open and whose names match; from two letters on. */
export function useRecords(typed: string): { records: PaletteOption[]; isLooking: boolean } {
  const t = useTranslations('app.palette')
  const { nameOf } = useServiceTypes()
  const wanted = typed.trim()
  const search = useDebounced(wanted, 200)
  const isEnabled = search.length > 1
  const may = useMayEach()
  const { data, isFetching, isError } = useQuery({
    queryKey: ['palette', search],
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    async queryFn() {
      const ask = { search, size: each }
      const nothing = { rows: [] }
      const [services, halls, trainers, batches, customers] = await Promise.all([
        may('services.update') ? api.services.list(ask) : nothing,
        may('halls.update') ? api.halls.list(ask) : nothing,
        may('trainers.list') ? api.trainers.list(ask) : nothing,
        may('batches.list') ? api.batches.list(ask) : nothing,
        may('customers.list') ? api.customers.list(ask) : nothing,
      ])
      return { services: services.rows, halls: halls.rows, trainers: trainers.rows, batches: batches.rows, customers: customers.rows }
    },
  })
  if (!data || wanted.length < 2) return { records: [], isLooking: wanted.length > 1 && !isError }
  return {
    isLooking: isFetching || wanted !== search,
    records: [
      ...data.batches.map(({ id, name }): PaletteOption => ({
        id,
        label: name,
        kind: t('batch'),
        place: { to: '/services/batch', search: { id } },
      })),
      ...data.customers.map((row): PaletteOption => ({
        id: row.id,
        label: fullName(row),
        kind: t('customer'),
        place: { to: '/sales/customer', search: { id: row.id } },
      })),
      ...data.trainers.map((row): PaletteOption => ({
        id: row.id,
        label: trainerName(row),
        kind: t('trainer'),
        place: { to: '/staff/trainer', search: { id: row.id } },
      })),
      ...data.services.map(({ id, service }): PaletteOption => ({
        id,
        label: nameOf(service),
        kind: t('service'),
        place: { to: '/services/edit', search: { id } },
      })),
      ...data.halls.map(({ id, title }): PaletteOption => ({
        id,
        label: title,
        kind: t('hall'),
        place: { to: '/services/edit', search: { kind: 'hall', id } },
      })),
    ],
  }
}
