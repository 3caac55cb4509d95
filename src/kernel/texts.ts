import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTranslator } from 'use-intl/core'
import * as z from 'zod/mini'
import { recordOf } from '#lib/choices.ts'
import { readJson } from '#lib/json.ts'
import { fallbackLanguage, languageOf, languages, type Language } from '#lib/manner.ts'
import { withOpenKeys, type OpenTexts } from '#lib/open-texts.ts'

export type { Language } from '#lib/manner.ts'

type Messages = { [key: string]: string | Messages }
const messages: z.ZodMiniType<Messages> = z.record(z.string(), z.union([z.string(), z.lazy(() => messages)]))

const root = fileURLToPath(new URL('../', import.meta.url))

// A catalogue's keys are under its folder's name: src/timetable/batches/text.en.json is `batches.…`.
function load(language: Language): Messages {
  return Object.fromEntries(
    globSync(`**/text.${language}.json`, { cwd: root }).map((file) => [
      basename(dirname(file)),
      messages.parse(readJson(readFileSync(join(root, file), 'utf8'))),
    ]),
  )
}

function translatorFor(language: Language): OpenTexts {
  // A missing text shows its key, and the texts test reports it; a mail must not fail because of it.
  const translate = createTranslator({
    locale: language,
    messages: load(language),
    onError: () => {},
    // Keys of failures contain a slash but no dot, so a key's dots always separate its parts.
    getMessageFallback: ({ key, namespace }) => (namespace ? `${namespace}.${key}` : key),
  })
  return withOpenKeys(translate)
}

const translators = recordOf(languages, translatorFor)

/** A text of the catalogues in a language, such as a mail's subject. */
export function catalogueText(language: Language, key: string, values?: Record<string, string | number>): string {
  return translators[language](key, values)
}

/** The English text of a key, as in API answers. */
export function englishText(key: string): string {
  return catalogueText(fallbackLanguage, key, key === 'lib.fields.tooLong' ? { max: 50 } : undefined)
}

/** The language that a cookie or an Accept-Language header asks for; English otherwise. */
export function languageAskedFor(cookie: string | undefined, acceptLanguage: string | undefined): Language {
  return languageOf(cookie, ...(acceptLanguage ?? '').split(',').map((part) => part.split(';')[0]?.trim()))
}
