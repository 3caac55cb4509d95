import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { filledOwner } from '../test/filled.ts'
import { enter, picture } from './people.ts'
import { expect, test } from './product.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

/** The sentences in the error summary, which takes the focus after a refused save. */
async function problems(page: Page): Promise<string[]> {
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  return summary.getByRole('link').allInnerTexts()
}

test('each form says the sentences of spec 5 when nothing was filled in', async ({ product, page, context }) => {
  const owner = await filledOwner(product.url)
  await enter(context, product.url, owner.cookie)
  const expected: Record<string, string[]> = {
    '/services/add': ['Please select a service', 'A file is required', 'Description is required'],
    '/services/add?kind=hall': ['Title is required', 'Size is required', 'Please add number of Candidates'],
    '/services/add?kind=batch': [
      'Please select a service',
      'Please add a batch name',
      'Please add a code',
      'Please add price',
      'Please add starting time',
      'Please add ending time',
      'Please add number of Candidates',
      'Please select at least one training day',
      'please select a trainer',
    ],
    '/staff/add': [
      'At least one service must be selected',
      'A file is required',
      'First name is required',
      'Last name is required',
      'Cost is required',
      'Please add starting time',
      'Please add ending time',
      'Please select at least one training day',
    ],
  }
  for (const [address, sentences] of Object.entries(expected)) {
    await page.goto(product.url + address)
    // What is still to come above the form moves its button while the mouse is on it.
    await page.waitForLoadState('networkidle')
    await save(page)
    expect((await problems(page)).toSorted(), address).toEqual(sentences.toSorted())
  }
})

test('the vendor profile says the sentences of spec 5, and keeps what was typed', async ({ product, page, context }) => {
  const { httpOwner } = await import('../test/browser-session.ts')
  await enter(context, product.url, (await httpOwner(product.url)).cookie)
  await page.goto(`${product.url}/setup`)
  await save(page)
  const empty = [
    'A file is required',
    'Vendor name is required',
    'Vendor name is required',
    'Street address is required',
    'Postcode is required',
    'Please add starting time',
    'Please add ending time',
    'Please select at least one training day',
  ]
  expect((await problems(page)).toSorted()).toEqual(empty.toSorted())
  const refused = async (file: { name: string; mimeType: string; buffer: Buffer }, sentence: string) => {
    await page.getByLabel('Logo').setInputFiles(file)
    await expect(page.locator('#vendor-logo-error')).toHaveText(sentence)
  }
  await refused(await picture(401, 400), 'File dimensions must be within 400x400px')
  await refused(
    { name: 'big.png', mimeType: 'image/png', buffer: Buffer.concat([(await picture(10, 10)).buffer, randomBytes(1_048_577)]) },
    'File is too large, max size is 1MB',
  )
  await refused(
    { name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    'Choose a PNG, JPEG or WebP image',
  )
  const whole = await picture(300, 300)
  await refused({ ...whole, buffer: whole.buffer.subarray(0, 60) }, 'This image cannot be read. Choose another file')
  await page.getByLabel('Logo').setInputFiles(await picture(400, 400))
  await expect(page.locator('#vendor-logo-error')).toBeHidden()
  await page.getByLabel('Starting time').fill('9:00')
  await page.getByLabel('Ending time').fill('25:00')
  await page.getByLabel('Vendor name').fill('  Kept as typed ')
  await save(page)
  expect(await problems(page)).toContain('Ending time must be in the format HH:mm')
  await expect(page.getByLabel('Starting time')).toHaveValue('09:00')
  await expect(page.getByLabel('Vendor name')).toHaveValue('  Kept as typed ')
})

test('a batch and a trainer that break a rule say so at the field, and the server says the same', async ({ product, page, context }) => {
  const owner = await filledOwner(product.url)
  await enter(context, product.url, owner.cookie)
  const say = async (label: string, value: string, sentence: string) => {
    await page.getByLabel(label, { exact: true }).fill(value)
    await save(page)
    expect(await problems(page), `${label} ${value}`).toContain(sentence)
  }
  await page.goto(`${product.url}/services/add?kind=batch`)
  await say('Batch name', 'ab', 'Batch name must be 3 to 30 characters')
  await say('Code', 'ab', 'Code must be 3 to 30 characters')
  await say('Price', 'abc', 'Price must be a number')
  await say('Candidates', 'many', 'Candidates must be a number')
  await say('Starting time', '24:00', 'Starting time must be in the format HH:mm')
  await page.getByLabel('Starting time').fill('10:00')
  await say('Ending time', '10:00', 'Ending time must be greater than starting time')

  await page.getByLabel('Service', { exact: true }).selectOption({ label: 'Football' })
  await page.getByLabel('Batch name').fill('Juniors B')
  await page.getByLabel('Code').fill('jun-a')
  await page.getByLabel('Price', { exact: true }).fill('٣٥٠٫٥')
  await page.getByLabel('Candidates').fill('10')
  await page.getByLabel('Starting time').fill('17:30')
  await page.getByLabel('Ending time').fill('18:00')
  await page.getByLabel('Monday', { exact: true }).check()
  await page.getByLabel('Trainer', { exact: true }).selectOption({ label: 'Mariam Haddad' })
  await save(page)
  expect((await problems(page)).join()).toMatch(/Another batch has this code|This trainer already has a batch at that time/)
  await page.getByLabel('Code').fill('JUN-B')
  await save(page)
  expect(await problems(page)).toEqual(['This trainer already has a batch at that time'])
  await expect(page.getByLabel('Batch name')).toHaveValue('Juniors B')
  await page.getByLabel('Starting time').fill('18:30')
  await page.getByLabel('Ending time').fill('19:30')
  await page.getByRole('button', { name: 'Save', exact: true }).dblclick()
  await page.waitForURL('**/services?tab=batches')
  await expect(page.getByRole('link', { name: 'Juniors B' })).toHaveCount(1)
  await expect(page.getByText('350.50', { exact: false })).toBeVisible()

  await page.goto(`${product.url}/staff/add`)
  await say('First name', 'Ali', 'First name must be 4 to 20 characters')
  await say('Cost', '0', 'Cost must be positive')
  await say('Cost', '1.5', 'Cost must be an integer')
  await say('Cost', 'x', 'Cost must be a number')
  await page.getByLabel('Starting time').fill('10:00')
  await say('Ending time', '09:00', 'Ending time must be after starting time')
  await page.getByLabel('Avatar').setInputFiles(await picture(401, 401))
  await expect(page.locator('#trainer-avatar-error')).toHaveText('Image dimensions must be 400px x 400px or smaller')

  await page.goto(`${product.url}/services/add`)
  await say('Description', 'Too short', 'Description must be at least 20 characters')
  await say('Description', 'x'.repeat(201), 'Description must be at most 200 characters')
})

test('a list keeps its filters in the URL, archives with undo, and exports the filtered set', async ({ product, page, context }) => {
  const owner = await filledOwner(product.url)
  await owner.rpc('halls.create', { title: '=1+1 hall', size: 10, totalCandidates: 5 })
  await enter(context, product.url, owner.cookie)
  await page.goto(`${product.url}/services?tab=halls`)
  await page.getByLabel('Search').fill('=1+1')
  await expect(page).toHaveURL(/search=/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(page.getByLabel('Search')).toHaveValue('=1+1')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()])
  const csv = await (await import('node:fs/promises')).readFile(await download.path(), 'utf8')
  expect(csv).toContain("'=1+1 hall")
  expect(csv).not.toContain('North pitch')
  await page.getByRole('button', { name: 'Actions: =1+1 hall' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(page.getByText('No results')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: '=1+1 hall' })).toBeVisible()
  await page.goto(`${product.url}/services/edit?kind=hall&id=${owner.ids.hall}`)
  await page.getByLabel('Title').fill('Changed pitch')
  await page.getByRole('link', { name: 'Finance' }).click()
  await expect(page.getByRole('dialog')).toContainText('Discard changes?')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Changed pitch')
})
