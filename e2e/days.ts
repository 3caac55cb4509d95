import { expect, type Locator, type Page } from '@playwright/test'

/** The box of a day by its label, within a part of the page. */
export const dayBox = (within: Page | Locator, label: string): Locator => within.getByRole('group', { name: label, exact: true })

/** Types a day, YYYY-MM-DD, as a person does: part by part, in the order in which the box shows them. */
export async function typeDay(box: Locator, day: string): Promise<void> {
  const [year = '', month = '', date = ''] = day.split('-')
  const parts: Record<string, string> = { year, month, day: date }
  const segments = box.locator('[data-segment]')
  await expect(segments).toHaveCount(3)
  for (const segment of await segments.all())
    await segment.pressSequentially(parts[(await segment.getAttribute('data-segment')) ?? ''] ?? '')
  await expect(box).toHaveAttribute('data-value', day)
}

/** The day that a box shows, YYYY-MM-DD. */
export async function dayIn(box: Locator): Promise<string> {
  await expect(box).toHaveAttribute('data-value', /^\d{4}-\d\d-\d\d$/)
  return (await box.getAttribute('data-value')) ?? ''
}
