import { prerender } from 'react-dom/static'
import { createTranslator } from 'use-intl'
import { countryOptions } from '#business/accounts/countries.ts'
import { languages, type Language } from '#lib/manner.ts'
import { withOpenKeys } from '#lib/open-texts.ts'
import { Opening, Picture } from '../opening-picture.tsx'
import { loadTexts } from '../load-texts.ts'
import { publicPageAt, publicPages, PublicPage, textsOf } from './pages.tsx'

type CountryName = { id: string; nameEn: string; nameAr: string }
type Page = { name: string; language: Language; title: string; html: string; part?: string }

/** Renders a signed-out page in a language. @param path its address, such as /login */
export async function renderPage(path: string, language: Language, countries: CountryName[]): Promise<Page> {
  const kind = await publicPageAt(path)
  const messages = await textsOf(kind, language)
  const t = withOpenKeys(createTranslator({ locale: language, messages }))
  const { prelude } = await prerender(
    <PublicPage kind={kind} language={language} messages={messages} countries={countryOptions(countries, language)} />,
  )
  return {
    name: path.slice(1),
    language,
    title: `${t(kind.title)} · Touchline`,
    html: await new Response(prelude).text(),
    ...(kind.part && { part: kind.part }),
  }
}

/** Renders every signed-out page in every language, for the build. */
export async function renderAll(countries: CountryName[]): Promise<Page[]> {
  const pages = []
  for (const language of languages) for (const path of Object.keys(publicPages)) pages.push(await renderPage(path, language, countries))
  return pages
}

/** Renders the frame that the shell's page shows until the app has loaded. */
export async function renderOpening(language: Language): Promise<string> {
  const messages = await loadTexts(language, 'shell')
  const t = withOpenKeys(createTranslator({ locale: language, messages }))
  const { prelude } = await prerender(
    <Picture isHidden>
      <Opening t={t} />
    </Picture>,
  )
  return new Response(prelude).text()
}
