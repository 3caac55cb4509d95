import { useTranslations } from 'use-intl'
import { inChunks } from '#lib/chunks.ts'
import { toastSuccess } from '#ui/toast.tsx'
import { useFailed } from '#ui/use-failed.ts'
import { changed } from '#web/changed.ts'
import { remindLimit, type Reminded } from './reminder.contract.ts'
import { api } from './sales.client.ts'

/** Returns a function that says what became of reminders. */
export function useReminded(): (result: Reminded) => string {
  const t = useTranslations('sales.reminded')
  return ({ sent, already, unreachable, isMore }) =>
    [
      t('sent', { count: sent }),
      ...(already > 0 ? [t('already', { count: already })] : []),
      ...(unreachable > 0 ? [t('unreachable', { count: unreachable })] : []),
      ...(isMore ? [t('more')] : []),
    ].join(' ')
}

/** Customers, or bills, to remind of what is past due. */
export type Reminding = { customers: string[] } | { sales: string[] }

/** The same choice in parts that one call takes. */
const partsOf = (chosen: Reminding): Reminding[] =>
  'customers' in chosen
    ? [...inChunks(chosen.customers, remindLimit)].map((customers) => ({ customers }))
    : [...inChunks(chosen.sales, remindLimit)].map((sales) => ({ sales }))

/** Returns a function that sends reminders of the past-due bills among those chosen, or of those of chosen customers, and says what became of them. */
export function useRemindChosen(): (chosen: Reminding, done: () => void) => Promise<void> {
  const said = useReminded()
  const failed = useFailed()
  return async (chosen, done) => {
    const all = { sent: 0, already: 0, unreachable: 0, isMore: false }
    try {
      for (const part of partsOf(chosen)) {
        const result = await api.sales.remind({ from: 1, ...part })
        for (const name of ['sent', 'already', 'unreachable'] as const) all[name] += result[name]
        all.isMore ||= result.isMore
      }
      toastSuccess(said(all))
      done()
    } catch (error) {
      failed(error)
    }
    await changed('sales')
  }
}
