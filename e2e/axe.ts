import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/** Read once: the builder would inject the source into the page twice for each check. */
const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as { source: string }

/** Finishes one-shot animations: halfway, the text of one state lies over the background of another. */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const moving = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    for (const animation of moving) animation.finish()
    return moving.length === 0
  })
}

/** Where a page in its current state breaks the WCAG 2.2 AA rules: the place, the rule and the first offending element. */
export async function violationsIn(page: Page, place: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  await atRest(page)
  // The page has no foreign frames, so one pass covers everything; the newer mode opens a separate page for each check.
  const axe = new AxeBuilder({ page, axeSource: 'void "axe is there"' })
    .options({ resultTypes: ['violations'] })
    .withTags(rules)
    .setLegacyMode(true)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${place} ${id} ${nodes[0]?.html.slice(0, 160)}`)
}

/** Checks a page in its current state against those rules. A failure is soft, and the walk goes on. */
export async function expectAccessible(page: Page, place: string): Promise<void> {
  expect.soft(await violationsIn(page, place)).toEqual([])
}
