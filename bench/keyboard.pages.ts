import type { Page } from 'playwright'
import { keysOn } from '../e2e/keys.ts'
import type { KeyboardLine } from './keyboard.ts'

/** Pages with what may cover or hold the focus: heads and bars that stay in view, boards, charts, lists, forms. */
const pages = [
  '/',
  '/services?tab=calendar',
  '/services?tab=batches',
  '/sales?tab=customers',
  '/sales?tab=sales',
  '/sales/add',
  '/sales/subscription-report',
  '/staff',
  '/finance',
  '/finance?tab=payroll',
  '/finance?tab=profit',
  '/challenges',
  '/rankings',
  '/setup',
]

/** The most stops on one page, and how many of them are gone back. */
const [most, back] = [90, 30]

/** Presses Tab through each page from its top, and Shift+Tab some way back. */
export async function walkPages(page: Page, url: string): Promise<KeyboardLine[]> {
  const lines: KeyboardLine[] = []
  for (const address of pages) {
    await page.goto(`${url}${address}`)
    await page.waitForLoadState('networkidle')
    const keys = keysOn(page)
    for (let at = 0; at < most + back; at++) {
      await keys.press(at < most ? 'Tab' : 'Shift+Tab')
      // Round once.
      if (at > 5 && (await keys.look()).name === null) break
    }
    keys.leave()
    lines.push({ name: `Tab through ${address}`, keys: keys.count.keys, problems: keys.problems })
  }
  return lines
}
