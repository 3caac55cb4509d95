import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/** The check as the builder would read it into a page, which it does twice for each judgement. */
const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as { source: string }

/** Brings what moves only once to its end: half way, the ink of one look lies on the ground of another. */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const moving = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    for (const animation of moving) animation.finish()
    return moving.length === 0
  })
}

/** Holds a page, as it stands, against the rules of WCAG 2.2 AA; a failure names the place and the first of its elements, and the walk goes on. */
export async function expectAccessible(page: Page, place: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  await atRest(page)
  // Nothing is framed from elsewhere, so one pass in the page is the whole; the newer way opens a page of its own for each.
  const axe = new AxeBuilder({ page, axeSource: 'void "axe is there"' })
    .options({ resultTypes: ['violations'] })
    .withTags(rules)
    .setLegacyMode(true)
  const { violations } = await axe.analyze()
  expect.soft(violations.map(({ id, nodes }) => `${place} ${id} ${nodes[0]?.html.slice(0, 160)}`)).toEqual([])
}
