/** Theme and language are stored separately, as cookies, so that the server renders the right page at once (product 2.7). */

import { useSyncExternalStore } from 'react'
import { useRoot } from '#web/state.ts'
import { languageOf, languages, type Language } from '#lib/manner.ts'
import { storeCookie } from '#web/cookies.ts'

export type Theme = 'dark' | 'light'

const year = 31_536_000

const store = (name: string, value: string) => storeCookie(name, value, year)

/** The language that the page was drawn in. */
export function currentLanguage(): Language {
  return languageOf(document.documentElement.lang)
}

/** The languages offered by a page, other than its own. */
export const otherLanguages = (shown: Language): Language[] => languages.filter((language) => language !== shown)

/** Stores a language and reloads the page in it. */
export function switchLanguage(language: Language): void {
  store('lang', language)
  window.location.reload()
}

/** The theme that the page shows; dark by default (spec 3). */
function currentTheme(): Theme {
  return document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark'
}

/** The theme that the page does not show. */
export function otherTheme(theme = currentTheme()): Theme {
  return theme === 'dark' ? 'light' : 'dark'
}

/** Applies and stores a theme. */
export function switchTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  store('theme', theme)
  useRoot.setState((state) => ({ commonState: { ...state.commonState, theme } }))
}

/** The page's theme; updates wherever it is switched. */
export function useTheme(): Theme {
  return useSyncExternalStore(useRoot.subscribe, currentTheme, () => 'dark')
}
