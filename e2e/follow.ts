import { expect, type Page } from '@playwright/test'

type Router = {
  navigate: (to: { href: string }) => Promise<void>
  state: { location: object; resolvedLocation?: object; status: string }
}
type Window = { __TSR_ROUTER__: Router }

/** Goes to an address as a link inside the app does; ends when its screen stands in place of the one before. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => (window as unknown as Window).__TSR_ROUTER__.navigate({ href }), address)
  await page.waitForFunction(() => {
    const { state } = (window as unknown as Window).__TSR_ROUTER__
    return state.status === 'idle' && state.resolvedLocation === state.location
  })
}

/** A bar of the shell, bones of a panel: something is on its way. */
const unfinished = '[role=progressbar], [class*=skeleton]'

/** Waits until a page shows all it has: nothing is on its way any more. */
export async function expectWhole(page: Page): Promise<void> {
  // This looks at each picture; what is expected below is looked at after longer and longer pauses, and says what is missing.
  const isWhole = (selector: string) => document.querySelector('h1')?.checkVisibility() && !document.querySelector(selector)
  await page.waitForFunction(isWhole, unfinished, { timeout: 3000 }).catch(() => null)
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator(unfinished)).toHaveCount(0)
}
