import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer, type ViteDevServer } from 'vite'
import { allCountries } from '#business/setup/countries.seed.ts'
import { languages, type Language } from '#lib/manner.ts'

type Prerender = { renderPage: (path: string, language: Language, countries: object[]) => Promise<{ title: string; html: string }> }

let vite: ViteDevServer
beforeAll(async () => {
  vite = await createServer({
    appType: 'custom',
    cacheDir: '.cache/vite-pages',
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  })
})
afterAll(() => vite.close())

test.each(languages)('a page that is rendered while developing has the texts of the catalogues: %s', async (language) => {
  const { renderPage } = (await vite.ssrLoadModule('/src/app/public/prerender.tsx')) as Prerender
  const { html } = await renderPage('/plans', language, allCountries())
  expect(html).toContain(language === 'en' ? '1 user account<' : 'حساب مستخدم واحد<')
  expect(html.match(/\b[a-z]+\.[a-z]+[a-zA-Z.]*\b/g)).toBeNull()
})
