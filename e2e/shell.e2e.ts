import type { Page } from '@playwright/test'
import { signInNew } from './people.ts'
import { expect, test } from './product.ts'

const height = 800
const side = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
const sideWidth = async (page: Page) => (await side(page).boundingBox())?.width

async function newOwner(page: Page, url: string): Promise<string> {
  const email = `shell-${Date.now()}-${Math.random().toString(36).slice(2, 7)}@example.com`
  await signInNew(page, url, email)
  return email
}

test('the shell: widths, greeting, entries, titles, the 404 and the menu', async ({ product, page }) => {
  const email = await newOwner(page, product.url)

  await test.step('the sidebar is open at 1000 px, a rail below, a drawer below 640', async () => {
    await page.setViewportSize({ width: 1000, height })
    await expect.poll(() => sideWidth(page)).toBe(232)
    await page.setViewportSize({ width: 999, height })
    await expect.poll(() => sideWidth(page)).toBe(64)
    await expect(side(page).getByRole('link', { name: 'Services' })).toBeVisible()
    await page.setViewportSize({ width: 1280, height })
    await expect.poll(() => sideWidth(page)).toBe(232)
  })

  await test.step('the greeting stands above 800 px only and falls back to "Youth"', async () => {
    const greeting = page.getByText(/^(Morning|Afternoon|Evening), Youth$/)
    await page.setViewportSize({ width: 801, height })
    await expect(greeting).toBeVisible()
    await page.setViewportSize({ width: 800, height })
    await expect(greeting).toBeHidden()
    await page.setViewportSize({ width: 1280, height })
  })

  await test.step('eight entries in order, the badge, the trial block to /plans', async () => {
    const links = side(page).getByRole('navigation').getByRole('link')
    await expect(links).toHaveText(['Home', 'Services', 'Sales', 'Staff', 'Finance', 'Challenges', 'Rankings', /^Setup\s*0%$/])
    const trial = side(page).getByRole('link', { name: /Trial Accelerator Plan/ })
    await expect(trial).toContainText('30 days left')
    await expect(trial).toHaveAttribute('href', '/plans')
  })

  await test.step('a route change moves the focus to the h1 and tells the title', async () => {
    await side(page).getByRole('link', { name: 'Finance' }).click()
    await expect(page).toHaveTitle('Finance · Touchline')
    await expect(page.getByRole('heading', { level: 1, name: 'Finance' })).toBeFocused()
    await expect(side(page).getByRole('link', { name: 'Finance' })).toHaveAttribute('aria-current', 'page')
  })

  await test.step('sub-paths have titles of their own', async () => {
    for (const [path, title] of [
      ['/sales/add', 'Add sale'],
      ['/sales/audit-report', 'Audit report'],
      ['/sales/subscription-report', 'Subscription report'],
      ['/challenges/add', 'Add challenge'],
      ['/challenges/edit', 'Edit challenge'],
      ['/services/add?kind=batch', 'Add batch'],
      ['/services/add?kind=hall', 'Add hall'],
    ] as const) {
      await page.goto(product.url + path)
      await expect(page).toHaveTitle(`${title} · Touchline`)
    }
  })

  await test.step('an unknown path says so and goes back', async () => {
    await page.goto(`${product.url}/rankings`)
    await page.goto(`${product.url}/rankings/of/nothing`)
    await expect(page.getByRole('heading', { name: '404 Page Not Found.' })).toBeVisible()
    await page.getByRole('link', { name: 'Go Back' }).click()
    await expect(page).toHaveURL(`${product.url}/rankings`)
  })

  await test.step('the avatar opens the menu of spec 2', async () => {
    const avatar = page.getByRole('button', { name: 'Account menu' })
    await expect(avatar).toHaveText('S')
    await avatar.click()
    await expect(page.getByText(email)).toBeVisible()
    await expect(page.getByText('United Arab Emirates')).toBeVisible()
    await expect(page.getByText('Pro', { exact: true })).toBeVisible()
    await expect(page.getByRole('menuitem')).toHaveText(['Edit Profile', 'Subscription', 'Light theme', 'العربية', 'Logout'])
    await expect(page.getByText('v.0.1 Beta')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Terms' })).toHaveAttribute('target', '_blank')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Subscription' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${product.url}/sales`)
  })

  await test.step('theme and language change the whole page and stay', async () => {
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Light theme' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await page.getByRole('menuitem', { name: 'العربية' }).click()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.getByRole('heading', { level: 1, name: 'المبيعات' })).toBeVisible()
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expect(page.getByRole('heading', { level: 1, name: 'المبيعات' })).toBeVisible()
  })
})

test('the drawer keeps the focus, the palette finds, single keys can be switched off', async ({ product, page }) => {
  await newOwner(page, product.url)

  await test.step('the drawer takes the focus, Escape gives it back', async () => {
    await page.setViewportSize({ width: 639, height })
    const button = page.getByRole('button', { name: 'Open the menu' })
    await button.click()
    await expect(side(page).getByRole('link', { name: 'Home' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await button.click()
    await side(page).getByRole('link', { name: 'Staff' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Staff' })).toBeFocused()
    await expect(side(page)).toBeHidden()
    await page.setViewportSize({ width: 1280, height })
  })

  await test.step('Ctrl K and the button open the palette; Enter goes there', async () => {
    await page.keyboard.press('Control+k')
    const input = page.getByRole('combobox', { name: /Go to a page/ })
    await expect(input).toBeFocused()
    await input.fill('add ha')
    await expect(page.getByRole('dialog').getByRole('option')).toHaveText([/Add hall/])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${product.url}/services/add?kind=hall`)
    await page.getByLabel('Title').fill('North court')
    await page.getByLabel('Size').fill('400')
    await page.getByLabel('Candidates').fill('20')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(side(page).getByRole('link', { name: /Setup/ })).toContainText('20%')
    await page.getByRole('button', { name: 'Search', exact: true }).first().click()
    await input.fill('north')
    await expect(page.getByRole('option', { name: /North court/ })).toBeVisible()
    await input.fill('nothing like it')
    await expect(page.getByText('No results')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(input).toBeHidden()
  })

  await test.step('/ focuses the search, ? lists the keys, and both can be switched off', async () => {
    await page.goto(`${product.url}/services?tab=halls`)
    const search = page.getByRole('searchbox')
    await expect(search).toBeVisible()
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await search.blur()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByLabel('Use single keys').uncheck()
    await help.getByRole('button', { name: 'Close' }).click()
    await expect(help).toBeHidden()
    await page.keyboard.press('/')
    await expect(search).not.toBeFocused()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: /Go to a page/ })).toBeFocused()
  })
})

test('challenges open on the spec’s defaults, keep the choice in the URL and in this browser', async ({ product, page }) => {
  await newOwner(page, product.url)
  await page.goto(`${product.url}/challenges`)
  await expect(page.getByLabel('Session')).toHaveValue('Monthly')
  await expect(page.getByLabel('Status')).toHaveValue('External Only')
  await expect(page.getByLabel('Participation')).toHaveValue('All')
  await page.getByRole('button', { name: 'Show internal' }).click()
  await expect(page).toHaveURL(/status=Internal(?:\+|%20)Only/)
  await page.getByLabel('Session').selectOption('Weekly')
  await page.reload()
  await expect(page.getByLabel('Session')).toHaveValue('Weekly')
  await expect(page.getByLabel('Status')).toHaveValue('Internal Only')
  await page.goto(`${product.url}/challenges`)
  await expect(page.getByLabel('Session')).toHaveValue('Weekly')
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByRole('heading', { name: 'No challenges yet' })).toBeVisible()
})
