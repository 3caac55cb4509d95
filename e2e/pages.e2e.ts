import { filledOwner } from '../test/filled.ts'
import { httpOwner } from '../test/browser-session.ts'
import { addresses, recordAddresses } from './addresses.ts'
import { expectAccessible } from './axe.ts'
import { enter } from './people.ts'
import { expect, test } from './product.ts'

/** Each theme and each language on every page; the two other pairs as well at night. */
const pairs = [
  ['dark', 'en'],
  ['light', 'ar'],
  ...(process.env['NIGHTLY'] ? [['dark', 'ar'] as const, ['light', 'en'] as const] : []),
] as const

for (const isFull of [true, false]) {
  for (const [theme, language] of pairs) {
    test(`every page is clean for axe, fits 320 px and stays on its origin: ${isFull ? 'full' : 'empty'}, ${theme}, ${language}`, async ({
      product,
      context,
      page,
    }) => {
      const filled = isFull ? await filledOwner(product.url) : null
      const owner = filled ?? (await httpOwner(product.url))
      await enter(context, product.url, owner.cookie, theme, language)
      const complaints: string[] = []
      const origins = new Set<string>()
      page.on('request', (request) => request.url().startsWith('http') && origins.add(new URL(request.url()).origin))
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(error.message))
      for (const address of [...addresses, ...(filled ? recordAddresses(filled.ids) : [])]) {
        await page.setViewportSize({ width: 1280, height: 800 })
        await page.goto(product.url + address)
        await expect(page.locator('h1')).toBeVisible()
        // Nothing is on its way any more: no bar of the shell, no bones of a panel.
        await expect(page.locator('[role=progressbar], [class*=skeleton]')).toHaveCount(0)
        await expectAccessible(page, address)
        await page.setViewportSize({ width: 320, height: 700 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${address} scrolls sideways`).toBeLessThanOrEqual(320)
      }
      expect(complaints).toEqual([])
      expect([...origins]).toEqual([product.url])
    })
  }
}
