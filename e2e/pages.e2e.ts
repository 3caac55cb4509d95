import { httpOwner } from '../test/browser-session.ts'
import { isOwnWay } from '../test/rounds.ts'
import { inTurn } from '../test/turns.ts'
import { addresses } from './addresses.ts'
import { expectAccessible } from './axe.ts'
import { fullVendor } from './full-vendor.ts'
import { expectWhole, follow, sidewaysAt } from './follow.ts'
import { expectValid } from './markup.ts'
import { enter } from './people.ts'
import { expect, test } from './product.ts'

/** By day every other page full and the rest empty, in one pair; in the next turn the other ones, in the next pair. At night every page in every pair. */
const pairs = inTurn([
  ['dark', 'en'],
  ['light', 'ar'],
  ['dark', 'ar'],
  ['light', 'en'],
] as const)

/** Window widths from the narrowest phone to a desktop, on both sides of each layout's breakpoints. */
const widths = [1280, 1024, 1000, 900, 768, 640, 360, 320] as const

for (const isFull of [true, false]) {
  for (const [theme, language] of pairs) {
    test(`every page is clean for axe, fits from 320 to 1280 px and stays on its origin: ${isFull ? 'full' : 'empty'}, ${theme}, ${language}`, async ({
      product,
      context,
      page,
    }) => {
      // Dozens of pages, each checked by axe.
      test.setTimeout(900_000)
      const { owner, walk: all } = isFull ? await fullVendor(product) : { owner: await httpOwner(product.url), walk: addresses }
      const walk = all.filter((_, index) => isOwnWay(index, isFull === (theme === 'dark') ? 0 : 1, 2))
      await enter(context, product.url, owner.cookie, theme, language)
      // One walk loads every page from scratch; the others follow links, which takes a third of the time.
      const isLoaded = (address: string) => (isFull && theme === 'dark') || address === walk[0]
      const complaints: string[] = []
      const origins = new Set<string>()
      page.on('request', (request) => request.url().startsWith('http') && origins.add(new URL(request.url()).origin))
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(error.message))
      for (const address of walk) {
        await page.setViewportSize({ width: 1280, height: 800 })
        await (isLoaded(address) ? page.goto(product.url + address) : follow(page, address))
        await expectWhole(page)
        await expectAccessible(page, address)
        await expectValid(page, address)
        expect.soft(await sidewaysAt(page, widths), address).toEqual([])
      }
      expect(complaints).toEqual([])
      expect([...origins]).toEqual([product.url])
    })
  }
}
