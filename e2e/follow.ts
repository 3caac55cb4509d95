import { expect, type Page } from '@playwright/test'

type Router = {
  navigate: (to: { href: string }) => Promise<void>
  state: { location: object; resolvedLocation?: object; status: string }
}
type Window = { __TSR_ROUTER__: Router }

/** Navigates as a link inside the app does; resolves when the new screen has replaced the old one. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => (window as unknown as Window).__TSR_ROUTER__.navigate({ href }), address)
  await page.waitForFunction(() => {
    const { state } = (window as unknown as Window).__TSR_ROUTER__
    return state.status === 'idle' && state.resolvedLocation === state.location
  })
}

/** A progress bar of the shell or a panel's skeleton: something is loading. */
const unfinished = '[role=progressbar], [class*=skeleton]'

/** Waits until a page is complete and nothing is loading any more. */
export async function expectWhole(page: Page): Promise<void> {
  // waitForFunction checks on each frame; the assertions below poll at growing intervals, and name what is missing.
  const isWhole = (selector: string) => document.querySelector('h1')?.checkVisibility() && !document.querySelector(selector)
  await page.waitForFunction(isWhole, unfinished, { timeout: 3000 }).catch(() => null)
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator(unfinished)).toHaveCount(0)
}

/**
 * Checks whether a page fits windows of these widths.
 * @returns a sentence for each width it doesn't fit, naming what sticks out
 */
export async function sidewaysAt(page: Page, widths: readonly number[]): Promise<string[]> {
  const problems: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 })
    const found = await page.evaluate((room) => {
      if (document.documentElement.scrollWidth <= room) return null
      const out = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > room + 1)
      return out.map((one) => `${one.tagName} ${one.className}`).join(', ') || 'nothing'
    }, width)
    if (found !== null) problems.push(`scrolls sideways at ${width} px: ${found.slice(0, 300)}`)
  }
  return problems
}
