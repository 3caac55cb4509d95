import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import { samples } from '#ui/kit.sample.tsx'
import '#ui/tokens.css'
import '#ui/base.css'

const root = document.documentElement
afterEach(() => {
  vi.restoreAllMocks()
  root.lang = 'en'
  root.dir = 'ltr'
  delete root.dataset['theme']
})

test('no block of the kit is without a sample', () => {
  const blocks = Object.keys(import.meta.glob('../ui/{,charts/,dates/,lists/}*.tsx'))
    .filter((file) => !/\.(?:sample|browser\.test)\.tsx$/.test(file))
    .map((file) => file.slice(file.lastIndexOf('/') + 1, -'.tsx'.length))
  expect(blocks.length).toBeGreaterThan(30)
  expect(Object.keys(samples).toSorted()).toEqual(blocks.toSorted())
})

type Catalogues = Record<string, Record<string, string>>
const byArea = (catalogues: Catalogues) =>
  Object.fromEntries(Object.entries(catalogues).map(([file, texts]) => [file.split('/').at(-2), texts]))
const messages = {
  en: byArea(
    import.meta.glob(['../{lib,ui}/text.en.json', '../*/{accounts,dates,lists,sessions}/text.en.json'], { eager: true, import: 'default' }),
  ),
  ar: byArea(
    import.meta.glob(['../{lib,ui}/text.ar.json', '../*/{accounts,dates,lists,sessions}/text.ar.json'], { eager: true, import: 'default' }),
  ),
}

/** Errors that no single component shows: missing messages and React warnings. */
const wrong: unknown[] = []

test.each([
  ['dark', 'en', 1280],
  ['light', 'ar', 1280],
  ['light', 'en', 320],
  ['dark', 'ar', 320],
] as const)('every block stands in each of its states: %s, %s, %i px', async (theme, language, width) => {
  wrong.length = 0
  vi.spyOn(console, 'error').mockImplementation((...said) => void wrong.push(said))
  await page.viewport(width, 800)
  Object.assign(root, { lang: language, dir: language === 'ar' ? 'rtl' : 'ltr' })
  root.dataset['theme'] = theme
  const shown = Object.entries(samples).flatMap(([block, states]) => Object.entries(states).map((state) => [block, ...state] as const))
  const All = () =>
    shown.map(([block, state, Shown]) => (
      <figure key={`${block} ${state}`} data-sample={`${block}: ${state}`} style={{ margin: 16 }}>
        <Shown />
      </figure>
    ))
  const router = createRouter({ routeTree: createRootRoute({ component: All }), history: createMemoryHistory() })
  const screen = await render(
    <IntlProvider locale={language} messages={messages[language]} timeZone="Asia/Dubai" onError={(error) => void wrong.push(error)}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
  await expect.poll(() => screen.container.querySelectorAll('figure').length).toBe(shown.length)
  await expect.poll(() => screen.container.querySelectorAll('table').length).toBeGreaterThan(0)
  const figures = [...screen.container.querySelectorAll('figure')]
  const figureAt = (sample: string) => figures.find(({ dataset }) => dataset['sample'] === sample)!.getBoundingClientRect()
  const over = figures.filter((figure) => figure.scrollWidth > figure.clientWidth + 1)
  expect(over.map(({ dataset }) => dataset['sample'])).toEqual([])
  expect(figures.filter((figure) => figure.getBoundingClientRect().height === 0).map(({ dataset }) => dataset['sample'])).toEqual([])
  // Numbers are written left to right in every language, so the unit is on the right.
  const unit = screen.container.querySelector('[data-sample="inputs: number, filled"] input + span')?.getBoundingClientRect()
  expect(unit?.left).toBeGreaterThan(figureAt('inputs: number, filled').left + 100)
  expect(wrong).toEqual([])
  await screen.unmount()
})
