/** Theme and language have keys of their own: cookies, so that the server paints the right page at once (product 2.7). */

export type Language = 'en' | 'ar'
export type Theme = 'dark' | 'light'

const year = 31_536_000

/** The language that the page was drawn in. */
export function currentLanguage(): Language {
  return document.documentElement.lang === 'ar' ? 'ar' : 'en'
}

/** The theme that the page shows; dark by default (spec 3). */
export function currentTheme(): Theme {
  return document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark'
}

/** Keeps a language for the next page of this browser. */
export function keepLanguage(language: Language): void {
  document.cookie = `lang=${language}; Path=/; Max-Age=${year}; SameSite=Lax`
}

/** Shows a theme at once and keeps it. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  document.cookie = `theme=${theme}; Path=/; Max-Age=${year}; SameSite=Lax`
}
