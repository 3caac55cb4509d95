import type { Page } from 'playwright'
import type { Keys } from '../e2e/keys.ts'
import { picture } from '../e2e/people.ts'

// Few letters, as a person would choose for a count.
const word = 'Kick-9-x'

const box = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const percent = (page: Page, share: number) =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /Setup/ })
    .filter({ hasText: `${share}%` })
    .waitFor()

async function register(page: Page, keys: Keys): Promise<void> {
  await keys.enter(page.getByRole('link', { name: 'Create an account' }))
  await keys.tabTo(page.getByLabel('Email'))
  await keys.type(`${Math.random().toString(36).slice(2, 8)}@a.example`)
  await keys.tabTo(box(page, 'Country'))
  await keys.type('Ku')
  await keys.tabTo(box(page, 'Password'))
  await keys.type(word)
  await keys.tabTo(box(page, 'Confirm password'))
  await keys.type(word)
  await keys.tabTo(page.getByLabel('I accept the terms and conditions'))
  await keys.press('Space')
  await keys.press('Enter')
  await page.waitForURL('**/login')
  await keys.tabTo(box(page, 'Password'))
  await keys.type(word)
  await keys.press('Enter')
  await page.waitForURL((address) => address.pathname === '/')
}

async function fillProfile(page: Page, keys: Keys): Promise<void> {
  await keys.enter(page.getByRole('list', { name: 'Setup tasks' }).getByRole('link').first())
  await keys.tabTo(box(page, 'Vendor name'))
  await keys.backTo(page.getByLabel('Logo'))
  await keys.choose(page.getByLabel('Logo'), await picture(400, 400, 'logo.png'))
  await keys.tabTo(box(page, 'Vendor name'))
  await keys.type('Al Noor')
  await keys.enter(button(page, 'Use @alnoor'))
  await keys.tabTo(box(page, 'Starting time'))
  await keys.type('8')
  await keys.press('Tab')
  await keys.type('22')
  await keys.enter(button(page, 'Every day'))
  await keys.tabTo(page.getByLabel('Street address'))
  await keys.type('12 Gulf Rd')
  await keys.press('Tab')
  await keys.type('13001')
  await keys.press('Enter')
  await percent(page, 20)
}

async function addService(page: Page, keys: Keys): Promise<void> {
  await keys.palette('add se', page.getByRole('option', { name: 'Add service' }))
  await keys.tabTo(box(page, 'Service'))
  await keys.type('Fo')
  await keys.choose(page.getByLabel('Cover'), await picture(800, 500, 'cover.png'))
  await keys.enter(button(page, 'Use an example'))
  await keys.enter(button(page, 'Save'))
  await percent(page, 40)
}

async function addTrainer(page: Page, keys: Keys): Promise<void> {
  await keys.press('n')
  await keys.press('t')
  await keys.choose(page.getByLabel('Avatar'), await picture(400, 400, 'avatar.png'))
  await keys.tabTo(box(page, 'First name'))
  await keys.type('Sara')
  await keys.press('Tab')
  await keys.type('Adel')
  await keys.tabTo(box(page, 'Services'))
  await keys.type('F')
  await keys.press('Enter')
  await keys.tabTo(page.getByLabel('Cost'))
  await keys.type('9')
  await keys.enter(button(page, 'Same as opening hours'))
  await keys.enter(button(page, 'Save'))
  await percent(page, 60)
}

async function addHall(page: Page, keys: Keys): Promise<void> {
  await keys.palette('add ha', page.getByRole('option', { name: 'Add hall' }))
  await keys.tabTo(page.getByLabel('Title'))
  await keys.type('Hall')
  await keys.press('Tab')
  await keys.type('90')
  await keys.press('Tab')
  await keys.type('12')
  await keys.press('Enter')
  await percent(page, 80)
}

async function addBatch(page: Page, keys: Keys): Promise<void> {
  await keys.press('n')
  await keys.press('b')
  await keys.tabTo(box(page, 'Service'))
  await keys.type('Fo')
  await keys.press('Tab')
  await keys.type('Kids')
  await keys.enter(button(page, 'Use KIDS'))
  await keys.tabTo(box(page, 'Price'))
  await keys.type('20')
  await keys.tabTo(page.getByLabel('Starting time'))
  await keys.type('17')
  await keys.press('Tab')
  await keys.type('18')
  await keys.tabTo(page.getByLabel('Candidates'))
  await keys.type('12')
  await keys.tabTo(box(page, 'Trainer'))
  await keys.type('Sa')
  await keys.backTo(button(page, 'All the trainer’s days'))
  await keys.press('Enter')
  await keys.enter(button(page, 'Save'))
  await percent(page, 100)
}

/** Registers a business and sets it up to 100 %, by keyboard alone, from the page where one signs in. */
export async function setUpByKeyboard(page: Page, keys: Keys): Promise<void> {
  for (const part of [register, fillProfile, addService, addTrainer, addHall, addBatch]) await part(page, keys)
}
