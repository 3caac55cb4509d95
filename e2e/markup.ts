import { expect, type Page } from '@playwright/test'

/**
 * Checks for invalid HTML that axe ignores and React allows: blocks inside headings, a popover's state given twice, rows with
 * too few or too many cells.
 */
export async function expectValid(page: Page, place: string): Promise<void> {
  const faults = await page.evaluate(() => {
    const said = (element: Element) => element.outerHTML.slice(0, 120)
    const inHeadings = ':is(h1, h2, h3, h4, h5, h6) :is(details, div, p, ul, ol, table, section)'
    const cells = (row: HTMLTableRowElement) => [...row.cells].reduce((sum, { colSpan }) => sum + colSpan, 0)
    const uneven = [...document.querySelectorAll('table')].filter((table) => {
      // A cell that spans several rows is missing from the rows below it.
      if ([...table.querySelectorAll<HTMLTableCellElement>('td, th')].some(({ rowSpan }) => rowSpan > 1)) return false
      return new Set([...table.rows].map(cells)).size > 1
    })
    return [
      ...[...document.querySelectorAll(inHeadings)].map((element) => `block in a heading: ${said(element)}`),
      ...[...document.querySelectorAll('[popovertarget][aria-expanded]')].map((element) => `state said twice: ${said(element)}`),
      ...uneven.map((table) => `rows of different lengths: ${said(table)}`),
    ]
  })
  expect.soft(faults, place).toEqual([])
}
