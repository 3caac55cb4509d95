import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/** Holds a page, as it stands, against the rules of WCAG 2.2 AA; a failure names the place and the first of its elements. */
export async function expectAccessible(page: Page, place: string): Promise<void> {
  // Nothing is framed from elsewhere, so one pass in the page is the whole; the newer way opens a page of its own for each.
  const judge = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(rules)
    .setLegacyMode(true)
  const { violations } = await judge.analyze()
  expect(violations.map(({ id, nodes }) => `${place} ${id} ${nodes[0]?.html.slice(0, 160)}`)).toEqual([])
}
