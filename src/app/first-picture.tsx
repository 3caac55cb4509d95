import '#business/views/stored-views.tsx'
import { QueryClientProvider, type Query, type QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { newQueryClient, storeAnswers } from '#web/query.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { fieldsOf } from '#lib/choices.ts'
import type { Role } from '#lib/roles.ts'
import { caller } from '#web/server-calls.ts'
import { DrawnRole, setPolicies } from '#web/use-may.ts'
import { policies } from '#entrance/policy.ts'
import type { FirstAnswers } from '#lib/first-answers.ts'
import type { ListLooks } from '#lib/list-looks.ts'
import { mannerOf, type Language } from '#lib/manner.ts'
import { DrawnListLooks } from '#ui/lists/use-list-looks.ts'
import { DrawnMedia } from '#ui/use-media.ts'
import { Picture } from './opening-picture.tsx'
import { loadTexts } from './load-texts.ts'
import { screenRouter, screenRoutes } from './routes.tsx'

setPolicies(policies)

const routeTree = screenRoutes()

/** Rows that need rows that need rows: what is still missing after that, the app asks for. */
const mostRounds = 4

type Drawn = {
  language: Language
  /** The member's role, which decides what is offered. */
  role: Role
  /** The address with its search parameters. */
  address: string
  /** The width of the window in CSS pixels; null if it is not known. */
  width: number | null
  /** How the member sees lists in this browser. */
  lists: ListLooks
  /** Ends the waiting for answers: what has not come by then is left to the app. */
  late: AbortSignal
}

/** Makes a call of a screen that is being drawn, by the call's path ('sales', 'list'). */
export type DrawnCall = (path: readonly string[], input: unknown) => Promise<unknown>

/** Says who makes the calls of the screens; once, before the first is drawn. */
export function callBy(call: DrawnCall): void {
  caller.by = { call }
}

/** Whether a media query of the window's width matches. */
function matches(query: string, width: number): boolean {
  const [, sign, limit] = /^\(width (>=|<) (\d+)px\)$/.exec(query) ?? []
  return sign === '<' ? width < Number(limit) : width >= Number(limit)
}

/** What the screen would ask for in a browser now. */
function missingIn(client: QueryClient, asked: ReadonlySet<string>): Query[] {
  const all = client.getQueryCache().getAll()
  return all.filter(
    ({ queryHash, state, options }) => state.data === undefined && !asked.has(queryHash) && fieldsOf(options)['enabled'] !== false,
  )
}

/**
 * Renders a screen in its frame exactly as the app will, so that the page shows its rows while the app is still loading:
 * renders it, asks for what is missing, and renders it again with the answers. A call that fails is left to the app.
 * @returns the HTML, and the answers that it shows
 */
export async function drawScreen({ language, role, address, width, lists, late }: Drawn): Promise<{ html: string; answers: FirstAnswers }> {
  const router = screenRouter(routeTree, createMemoryHistory({ initialEntries: [address] }))
  const [frame, rest] = await Promise.all([loadTexts(language, 'shell'), loadTexts(language, 'screens'), router.load()])
  const messages = { ...frame, ...rest }
  const media = width === null ? null : (query: string) => matches(query, width)
  const answers: FirstAnswers = []
  const asked = new Set<string>()
  const isLate = new Promise<void>((resolve) => late.addEventListener('abort', () => resolve()))
  for (let round = 1; ; round++) {
    const client = newQueryClient()
    storeAnswers(client, answers)
    const country = client.getQueryData(progressQuery.queryKey)?.country
    const html = renderToString(
      <IntlProvider locale={mannerOf(language, country?.id)} messages={messages} timeZone={country?.timeZones[0] ?? 'UTC'}>
        <QueryClientProvider client={client}>
          <DrawnRole value={role}>
            <DrawnMedia value={media}>
              <DrawnListLooks value={lists}>
                <Picture fits={width !== null}>
                  <RouterProvider router={router} />
                </Picture>
              </DrawnListLooks>
            </DrawnMedia>
          </DrawnRole>
        </QueryClientProvider>
      </IntlProvider>,
    )
    const missing = late.aborted || round > mostRounds ? [] : missingIn(client, asked)
    const asking = missing.map(async (query) => {
      asked.add(query.queryHash)
      answers.push([query.queryKey, await query.fetch({ ...query.options, retry: false })])
    })
    await Promise.race([Promise.allSettled(asking), isLate])
    // Otherwise its timers would retain the answers for minutes.
    client.clear()
    if (missing.length === 0) return { html, answers }
  }
}
