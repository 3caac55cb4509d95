import { mkdirSync } from 'node:fs'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { week } from '#lib/fields.ts'
import { openProduct } from '../e2e/product.ts'
import { enter, proveEmail } from '../e2e/people.ts'
import { fill } from '../test/filled.ts'
import { httpOwner } from '../test/browser-session.ts'
import { chromiumLaunch } from '../test/chromium.ts'

/** Takes the README's screenshots of a running product with a newly created vendor: `npm run screenshots`. */
const product = await openProduct()
const owner = await httpOwner(product.url)
await proveEmail(owner, product)
const { service, hall } = await fill(owner)
const picture = async (purpose: 'cover' | 'avatar', background: string) =>
  String(
    (
      await owner.upload(
        purpose,
        await sharp({ create: { width: 400, height: 300, channels: 3, background } })
          .png()
          .toBuffer(),
      )
    ).body['image'],
  )
const today = new Date().getDay()
const more = [
  ['swimming', '#036e77', 'Layla', 'Nasser', 'Morning lanes', '07:00', '08:30'],
  ['padel', '#4790d8', 'Omar', 'Khalil', 'Padel basics', '10:00', '11:30'],
  ['yoga', '#582683', 'Huda', 'Saleh', 'Evening yoga', '19:00', '20:00'],
] as const
const hours = { startingTime: '06:00', endingTime: '22:00', trainingDays: week(0, 1, 2, 3, 4, 5, 6) }
for (const [type, colour, Fname, Lname, name, startingTime, endingTime] of more) {
  const created = await owner.rpc('services.create', {
    service: type,
    cover: await picture('cover', colour),
    descriptionEn: `${name} for everyone who likes to move`,
    descriptionAr: 'حصص لكل من يحب الحركة والرياضة',
  })
  const trainer = await owner.rpc('trainers.create', {
    services: [created.body['id'], service],
    avatar: await picture('avatar', colour),
    Fname,
    Lname,
    cost: 150,
    ...hours,
  })
  await owner.rpc('batches.create', {
    service: created.body['id'],
    name,
    code: `B-${type}`,
    price: 42_000,
    totalCandidates: 16,
    trainer: trainer.body['id'],
    hall: type === 'padel' ? hall : null,
    ...hours,
    startingTime,
    endingTime,
    // It may already be tomorrow in Dubai.
    trainingDays: week(today, (today + 1) % 7),
  })
}
const browser = await chromium.launch(chromiumLaunch)
mkdirSync('docs/screenshots', { recursive: true })
for (const [file, address, theme, language] of [
  ['home-dark', '/', 'dark', 'en'],
  ['batches-light-ar', '/services?tab=batches', 'light', 'ar'],
] as const) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 760 } })
  await enter(context, product.url, owner.cookie, theme, language)
  const page = await context.newPage()
  await page.goto(product.url + address)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `docs/screenshots/${file}.png` })
  await context.close()
}
await browser.close()
await product.close()
