import { expect } from 'vitest'
import { userEvent, type Locator } from 'vitest/browser'

/** The box of a day by its label, within a part of the page. */
export const dayBox = (within: Pick<Locator, 'getByRole'>, label: string): Locator =>
  within.getByRole('group', { name: label, exact: true })

/** Types a day, YYYY-MM-DD, as a person does: part by part, in the order in which the box shows them. */
export async function typeDay(box: Locator, day: string): Promise<void> {
  const [year = '', month = '', date = ''] = day.split('-')
  const parts: Record<string, string> = { year, month, day: date }
  await expect.poll(() => box.element().querySelectorAll('[data-segment]').length).toBe(3)
  for (const segment of box.element().querySelectorAll<HTMLElement>('[data-segment]')) {
    segment.focus()
    await userEvent.keyboard(parts[segment.dataset['segment'] ?? ''] ?? '')
  }
}

/** Expects a box to have a day, YYYY-MM-DD, or '' for none. */
export const expectDay = (box: Locator, day: string): Promise<void> => expect.element(box).toHaveAttribute('data-value', day)
