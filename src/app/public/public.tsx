import '#ui/tokens.css'
import '#ui/fallback-fonts.css'
import '#ui/base.css'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { isFresh } from '#business/accounts/sign-in-session.rules.ts'
import { nextPage } from '#business/accounts/sign-in.ts'
import { currentLanguage } from '#ui/preferences.ts'
import { isPending, watchPendingSignOut } from '#business/accounts/session-pending.ts'
import { rehydrated, useRoot } from '#web/state.ts'
import { loadFonts } from '../load-fonts.ts'
import { PublicPage, publicPageAt, textsOf } from './pages.tsx'

declare global {
  interface Window {
    /** Read by the toasts' styles, which the strict CSP allows by this nonce. */
    __nonce__?: string
  }
}

// Must run first: until the server learns of the sign-out, the next user of this browser has the cookie of a live session.
watchPendingSignOut()

loadFonts()

// A signed-in owner is sent on to Home. If the server has ended the session, Home clears it and returns here.
if (/^\/(login|register)\/?$/.test(window.location.pathname) && !isPending()) {
  void rehydrated().then(() => {
    const { auth } = useRoot.getState()
    if (auth.token !== null && isFresh(auth.loginTime, Date.now())) window.location.replace(nextPage(window.location.search))
  })
}

const language = currentLanguage()
// The page preloads both before this script runs: neither waits for the other.
const kind = await publicPageAt(window.location.pathname.replace(/\/$/, ''))
const messages = await textsOf(kind, language)
const root = document.querySelector('#root')
if (root) {
  // The countries are in the page's markup; reading them from there keeps them out of the scripts.
  const countries = [...document.querySelectorAll<HTMLOptionElement>('select[name="country"] option')]
    .map(({ value, text }) => ({ value, label: text }))
    .filter(({ value }) => value !== '')
  hydrateRoot(
    root,
    <StrictMode>
      <PublicPage kind={kind} language={language} messages={messages} countries={countries} />
    </StrictMode>,
  )
}

// Toasts load after hydration; they render nothing before the first one.
window.__nonce__ = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
const Notices = lazy(() => import('../notices.tsx'))
const corner = document.body.appendChild(document.createElement('div'))
createRoot(corner).render(
  <Suspense>
    <Notices />
  </Suspense>,
)
