import type { Page } from '@playwright/test'
import { filledOwner } from '../test/filled.ts'
import { inTurn } from '../test/turns.ts'
import { expectAccessible } from './axe.ts'
import { enter } from './people.ts'
import { expect, test } from './product.ts'

/** Opens a dialog, checks it with axe and at 320 px, and closes it with Escape, which must restore the focus. */
async function check(page: Page, name: string | RegExp, open: () => Promise<void>): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open()
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await expectAccessible(page, String(name))
  await page.setViewportSize({ width: 320, height: 700 })
  const inside = await page.getByRole('dialog', { name }).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)
  expect(inside, `${name} scrolls sideways`).toBeLessThanOrEqual(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name })).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 800 })
}

for (const theme of inTurn(['dark', 'light'] as const)) {
  test(`every dialog of the floor is clean for axe, fits 320 px and closes by Escape: ${theme}`, async ({ product, context, page }) => {
    const owner = await filledOwner(product.url)
    const { batch, session, customer } = owner.ids
    await enter(context, product.url, owner.cookie, theme)
    const press = (name: string) => () => page.getByRole('button', { name, exact: true }).click()
    const menu = (item: string) => async () => {
      await page.getByRole('button', { name: 'Actions for Amal Karam' }).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    }
    await page.goto(`${product.url}/services?tab=calendar`)
    const tool = (item: string) => async () => {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    }
    await check(page, 'Closures', tool('Add closure'))
    await check(page, 'Calendar feeds', tool('Calendar feed'))
    await check(page, 'Juniors A', () =>
      page
        .getByRole('link', { name: /^Juniors A/ })
        .last()
        .click(),
    )
    await check(page, /^Add on /, async () => {
      await page
        .getByRole('button', { name: /^Add on / })
        .last()
        .focus()
      await page.keyboard.press('Enter')
    })
    await page.goto(`${product.url}/services/session?id=${session}`)
    await check(page, 'Change session', press('Change'))
    await check(page, 'Cancel session', press('Cancel session'))
    await page.goto(`${product.url}/services/batch?id=${batch}`)
    await check(page, 'Change price', press('Change price'))
    await check(page, 'Enrol customer', press('Enrol'))
    await page.getByRole('checkbox', { name: 'Select Amal Karam', exact: true }).check()
    const chosen = page.getByRole('group', { name: 'Selected people' })
    for (const [act, name] of [
      ['Move', 'Move 1 person to another batch'],
      ['Change last day', 'Change the last day of 1 place'],
      ['Change price', 'Change the price of 1 place'],
    ] as const)
      await check(page, name, () => chosen.getByRole('button', { name: act, exact: true }).click())
    await check(page, 'Cancel Juniors A?', press('Cancel batch'))
    await check(page, 'Complete Juniors A?', press('Complete'))
    await page.goto(`${product.url}/sales/customer?id=${customer}`)
    await check(page, 'Enrol customer', press('Enrol'))
    await check(page, 'Block Amal Karam?', press('Block'))
    for (const [item, name] of [
      ['Change dates', 'Change dates'],
      ['Change discount', 'Change recurring discount'],
      ['Freeze', 'Freeze enrolment'],
      ['Cancel', 'Cancel enrolment'],
      ['Move', 'Move to another batch'],
      ['Finish', 'Finish enrolment?'],
    ] as const)
      await check(page, name, menu(item))
  })
}
