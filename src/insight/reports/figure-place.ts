import type { Place, Search } from '#lib/addresses.ts'
import type { SubscriptionFigure } from './subscription.rules.ts'

type Named = { figure: SubscriptionFigure; month: string; of?: string | undefined; after?: number }

/**
 * Where the rows of a figure of the subscription report are listed.
 * @param base the report's own months and batch in the address
 * @param named the figure: its month, batch and, for a cohort, how many months later
 */
export function figurePlace({ from, to, batch, by }: Search, { figure, month, of, after }: Named): Place {
  return {
    to: '/sales/subscription-report',
    search: {
      ...(from ? { from } : {}),
      ...(to ? { to } : {}),
      ...(batch ? { batch } : {}),
      ...(by === 'batch' ? { by } : {}),
      figure,
      month,
      ...(of ? { of } : {}),
      ...(after ? { after } : {}),
    },
  }
}
