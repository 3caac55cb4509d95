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

/** Waits until a page shows all it has: nothing is on its way any more, no bar of the shell, no bones of a panel. */
export async function expectWhole(page: Page): Promise<void> {
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('[role=progressbar], [class*=skeleton]')).toHaveCount(0)
}
