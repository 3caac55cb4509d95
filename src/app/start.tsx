import '#ui/tokens.css'
import '#ui/fallback-fonts.css'
import '#ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, StrictMode, Suspense, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'use-intl'
import { setPolicies } from '#web/use-may.ts'
import { policies } from '#entrance/policy.ts'
import { queryClient } from '#web/query.ts'
import { isFresh } from '#business/accounts/sign-in-session.rules.ts'
import { mannerOf } from '#lib/manner.ts'
import { currentLanguage } from '#ui/preferences.ts'
import { afterFirstPaint } from './load.tsx'
import { loadFonts } from './load-fonts.ts'
import { firstFigures } from './first-figures.ts'
import { loadScreen } from './load-screen.ts'
import { screenRouter, screenRoutes } from './routes.tsx'
import { expire, watchSession } from '#business/accounts/sign-in-session.ts'
import { dropForeignDrafts, rehydrated, useRoot } from '#web/state.ts'
import { addTexts, useTexts } from './load-texts.ts'
import { fitSidebar } from './use-sidebar.ts'

declare global {
  interface Window {
    /** Read by the toasts' styles, which the strict CSP allows by this nonce. */
    __nonce__?: string
  }
}

const router = screenRouter(screenRoutes(loadScreen))

const Notices = lazy(() => afterFirstPaint().then(() => import('./notices.tsx')))

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

function Texts({ children }: { children: ReactNode }) {
  const messages = useTexts()
  const country = useRoot(({ vender }) => String(vender.venderData?.['code']))
  return (
    <IntlProvider locale={mannerOf(currentLanguage(), country)} messages={messages} timeZone={timeZone}>
      {children}
    </IntlProvider>
  )
}

async function start(): Promise<void> {
  window.__nonce__ = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
  await Promise.all([addTexts('shell'), rehydrated()])
  const { auth } = useRoot.getState()
  // Spec 4: a login time that is missing or older than 24 hours signs out.
  if (auth.token === null || !isFresh(auth.loginTime, Date.now())) return expire()
  dropForeignDrafts()
  watchSession()
  // Loads the screen and its figures together, so that it renders once instead of filling in later.
  await Promise.all([firstFigures(window.location.pathname), router.load()])
  const root = document.querySelector('#root')
  if (!root) return
  fitSidebar()
  createRoot(root).render(
    <StrictMode>
      <Texts>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Suspense>
            <Notices />
          </Suspense>
        </QueryClientProvider>
      </Texts>
    </StrictMode>,
  )
  await afterFirstPaint()
  loadFonts()
}

setPolicies(policies)
void start()
