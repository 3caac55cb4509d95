import type { Page } from '@playwright/test'
import { signInNew } from './people.ts'
import { expect, test } from './product.ts'

declare global {
  interface Window {
    moved: number
  }
}

const loadedFonts = (page: Page) =>
  page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family))

for (const language of ['en', 'ar'])
  test(`a signed-out page loads its fonts after its scripts, and nothing moves then: 320 px, ${language}`, async ({
    product,
    page,
    context,
  }) => {
    await context.addCookies([{ name: 'lang', value: language, url: product.url }])
    await page.setViewportSize({ width: 320, height: 700 })
    await page.addInitScript(() => {
      window.moved = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) window.moved += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const asked: string[] = []
    page.on('request', (request) => (request.url().includes('/assets/fonts-') ? asked.push(request.url()) : undefined))
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(`${product.url}/login`, { waitUntil: 'commit' })
    await expect(page.locator('main svg').last()).toBeAttached()
    await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint').length > 0 && document.readyState === 'interactive',
    )
    expect(asked).toEqual([])
    release()
    await expect.poll(() => loadedFonts(page)).toContain('Barlow Condensed')
    await expect.poll(() => loadedFonts(page)).toContain(language === 'ar' ? 'IBM Plex Sans Arabic' : 'Inter Variable')
    expect(asked).toHaveLength(1)
    expect(await page.evaluate(() => window.moved)).toBeLessThanOrEqual(0.02)
  })

test('the shell loads its fonts too', async ({ product, page }) => {
  await signInNew(page, product.url, `fonts-${Date.now()}@example.com`)
  await page.goto(product.url)
  await expect.poll(() => loadedFonts(page)).toContain('Barlow Condensed')
})
