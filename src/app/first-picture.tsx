import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { newQueryClient, storeAnswers } from '#web/query.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import type { Role } from '#lib/roles.ts'
import { DrawnRole, setPolicies } from '#web/use-may.ts'
import { policies } from '#entrance/policy.ts'
import HomePage from '#insight/home/home.page.tsx'
import type { FirstAnswers } from '#lib/first-answers.ts'
import { mannerOf, type Language } from '#lib/manner.ts'
import { Picture } from './opening-picture.tsx'
import { Shell } from './shell.tsx'
import { loadTexts } from './load-texts.ts'

setPolicies(policies)

const root = createRootRoute({ component: Shell })
const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/', component: HomePage })])

/**
 * Renders Home in its frame exactly as the app will: the server puts it into the page, so that a slow phone
 * shows the day while the app is still loading.
 * @param role the member's role, which decides what is offered
 * @param answers answers to the calls of Home and the frame; a missing one is rendered as not loaded yet
 */
export async function drawHome(language: Language, role: Role, answers: FirstAnswers): Promise<string> {
  const queryClient = newQueryClient()
  storeAnswers(queryClient, answers)
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  const [messages] = await Promise.all([loadTexts(language, 'shell'), router.load()])
  const country = queryClient.getQueryData(progressQuery.queryKey)?.country
  const html = renderToString(
    <IntlProvider locale={mannerOf(language, country?.id)} messages={messages} timeZone={country?.timeZones[0] ?? 'UTC'}>
      <QueryClientProvider client={queryClient}>
        <DrawnRole value={role}>
          <Picture>
            <RouterProvider router={router} />
          </Picture>
        </DrawnRole>
      </QueryClientProvider>
    </IntlProvider>,
  )
  // Otherwise its timers would retain the answers for minutes.
  queryClient.clear()
  return html
}
