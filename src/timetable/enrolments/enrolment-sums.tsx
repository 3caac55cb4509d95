import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from './enrolments.client.ts'
import { Formula } from '#ui/formula.tsx'
import { inputSaid, type ListState } from '#ui/lists/list-state.ts'
import { Sums } from '#ui/sums.tsx'
import css from './enrolment-sums.module.css'

type Input = Parameters<typeof api.enrolments.sums>[0]

/**
 * Totals of all enrolments that match the list's filters (product 6, totals of the filtered set).
 * @param state the list's state, whose page and order are ignored
 * @param money formats an amount in minor units
 */
export function EnrolmentSums({ state: { search, filters }, money }: { state: ListState; money: (minor: number) => string }) {
  const t = useTranslations('enrolments.sums')
  const input = { search, ...filters }
  const { data, isError } = useQuery({
    queryKey: ['enrolments', 'sums', input],
    queryFn: () => api.enrolments.sums(inputSaid<Input>(input)),
    placeholderData: keepPreviousData,
  })
  // The line keeps its height, so that the rows do not move when the amounts arrive.
  const without = isError ? '–' : '\u00A0'
  return (
    <div className={css['line']}>
      <Sums
        label={t('label')}
        sums={(['monthly', 'owed'] as const).map((name) => ({ name: t(name), value: data ? money(data[name]) : without }))}
      />
      <Formula of={t('label')} text={t('formula')} {...(data && { asOf: data.asOf })} />
    </div>
  )
}
