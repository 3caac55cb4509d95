import '#ui/tokens.css'
import '#ui/fallback-fonts.css'
import '#ui/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'use-intl'
import { samples } from '#ui/kit.sample.tsx'
import css from '#ui/kit.sample.module.css'
import { currentLanguage, type Theme } from '#ui/preferences.ts'
import { languages, type Language } from '#lib/manner.ts'
import { loadTexts } from './load-texts.ts'

/** The four combinations of theme and language in which the kit is viewed. */
const ways: [theme: Theme, language: Language][] = languages.flatMap((language) => [
  ['dark', language] as const,
  ['light', language] as const,
])
const addressOf = ([theme, language]: (typeof ways)[number]) => `/dev/kit?theme=${theme}&lang=${language}`

/** Every component in each state, under its file's name. */
function Kit() {
  return (
    <main className={css['kit']}>
      {Object.entries(samples).map(([block, states]) => (
        <section key={block} id={block}>
          <h2>
            <bdi>{block}</bdi>
          </h2>
          <div className={css['states']}>
            {Object.entries(states).map(([state, Shown]) => (
              <figure key={state} data-sample={`${block}: ${state}`}>
                <figcaption>
                  <bdi>{state}</bdi>
                </figcaption>
                <Shown />
              </figure>
            ))}
          </div>
        </section>
      ))}
    </main>
  )
}

/** The four combinations side by side, each in its own iframe with its own theme, direction and width. */
function Ways() {
  return (
    <main className={css['ways']}>
      {ways.map((way) => (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- the frame holds this page itself
        <iframe key={way.join()} src={addressOf(way)} title={way.join(', ')} />
      ))}
    </main>
  )
}

/** `/dev/kit` of `npm run dev`: the kit of src/ui in both themes and directions; `?theme=dark&lang=ar` shows one of the four alone. */
async function start(): Promise<void> {
  const root = document.querySelector('#root')
  if (!root) return
  if (!new URLSearchParams(window.location.search).has('theme')) return createRoot(root).render(<Ways />)
  const language = currentLanguage()
  const parts = await Promise.all((['public', 'shell', 'screens'] as const).map((part) => loadTexts(language, part)))
  const router = createRouter({ routeTree: createRootRoute({ component: Kit }), history: createMemoryHistory() })
  createRoot(root).render(
    <IntlProvider locale={language} messages={Object.assign({}, ...parts)} timeZone="Asia/Dubai">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
}

void start()
