import type { Page } from '@playwright/test'
import accounts from '../src/business/accounts/text.ar.json' with { type: 'json' }
import app from '../src/app/text.ar.json' with { type: 'json' }
import batches from '../src/timetable/batches/text.ar.json' with { type: 'json' }
import halls from '../src/directory/halls/text.ar.json' with { type: 'json' }
import lib from '../src/lib/text.ar.json' with { type: 'json' }
import services from '../src/directory/services/text.ar.json' with { type: 'json' }
import setup from '../src/business/setup/text.ar.json' with { type: 'json' }
import trainers from '../src/directory/trainers/text.ar.json' with { type: 'json' }
import ui from '../src/ui/text.ar.json' with { type: 'json' }
import { password, picture } from './people.ts'
import { expect, test } from './product.ts'

async function save(page: Page, percent: number): Promise<void> {
  await page.getByRole('button', { name: ui.form.save, exact: true }).click()
  await expect(page.getByRole('link', { name: new RegExp(app.nav.setup) }).first()).toContainText(`${percent}%`)
}

const fill = (page: Page, label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)

test('an Arabic owner in Kuwait registers, signs in and sets up to 100 % without an English word', async ({ product, page }) => {
  const email = `malik-${Date.now()}@example.com`
  await page.goto(`${product.url}/register`)
  await page
    .getByRole('button', { name: 'العربية' })
    .or(page.getByRole('link', { name: 'العربية' }))
    .first()
    .click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await fill(page, accounts.email.label, email)
  await page.getByLabel(accounts.country.label).selectOption({ label: 'الكويت' })
  await fill(page, accounts.password.label, password)
  await fill(page, accounts.confirmPassword.label, password)
  await page.getByLabel(accounts.terms.label).check()
  await page.getByRole('button', { name: accounts.register.button }).click()
  await page.waitForURL('**/login')
  await fill(page, accounts.email.label, email)
  await fill(page, accounts.password.label, password)
  await page.getByRole('button', { name: accounts.signIn.button }).click()
  await page.waitForURL((address) => address.pathname === '/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')

  await page.goto(`${product.url}/setup`)
  await page.getByLabel(setup.logo.label).setInputFiles(await picture(400, 400))
  await fill(page, setup.name.label, 'أكاديمية النور')
  await fill(page, setup.username.label, `نور ${Date.now()}`)
  await fill(page, setup.address.label, 'شارع الخليج العربي ١٢')
  await fill(page, setup.postcode.label, '13001')
  await fill(page, setup.startingTime.label, '٠٨:٠٠')
  await fill(page, setup.endingTime.label, '23:00')
  await page.getByLabel(lib.days.Sunday, { exact: true }).check()
  await save(page, 20)

  await page.goto(`${product.url}/services/add`)
  await page.getByLabel(services.service.label, { exact: true }).selectOption({ label: 'السباحة' })
  await page.getByLabel(services.cover.label).setInputFiles(await picture(800, 500))
  await fill(page, services.descriptionEn.label, 'دروس سباحة للأطفال والكبار مع مدربين معتمدين')
  await save(page, 40)

  await page.goto(`${product.url}/services/add?kind=hall`)
  await fill(page, halls.title.label, 'المسبح الكبير')
  await fill(page, halls.size.label, '٥٠٠')
  await fill(page, halls.totalCandidates.label, '٢٠')
  await save(page, 60)

  await page.goto(`${product.url}/staff/add`)
  await page.getByLabel(trainers.services.label, { exact: true }).focus()
  await page.keyboard.type('سبا')
  await page.keyboard.press('Enter')
  await page.getByLabel(trainers.avatar.label).setInputFiles(await picture(400, 400))
  await fill(page, trainers.Fname.label, 'عبدالله')
  await fill(page, trainers.Lname.label, 'الصباح')
  await fill(page, trainers.cost.label, '١٥')
  await fill(page, trainers.startingTime.label, '09:00')
  await fill(page, trainers.endingTime.label, '21:00')
  await page.getByLabel(lib.days.Sunday, { exact: true }).check()
  await save(page, 80)

  await page.goto(`${product.url}/services/add?kind=batch`)
  await page.getByLabel(batches.service.label, { exact: true }).selectOption({ label: 'السباحة' })
  await fill(page, batches.name.label, 'سباحة الناشئين')
  await fill(page, batches.code.label, 'سبح-١')
  await fill(page, batches.price.label, '٢٥٫٥٠٠')
  await fill(page, batches.startingTime.label, '17:00')
  await fill(page, batches.endingTime.label, '18:00')
  await fill(page, batches.totalCandidates.label, '١٢')
  await page.getByLabel(lib.days.Sunday, { exact: true }).check()
  await page.getByLabel(batches.trainer.label, { exact: true }).selectOption({ label: 'عبدالله الصباح' })
  await save(page, 100)

  await product.kill()
  await product.start()
  await page.goto(`${product.url}/services?tab=batches`)
  await expect(page.getByRole('link', { name: 'سباحة الناشئين' })).toBeVisible()
  // Kuwait has three decimals, shown as typed.
  await expect(page.getByRole('row', { name: /سباحة الناشئين/ })).toContainText(/25[.٫]500|٢٥٫٥٠٠/)
  await expect(page.locator('main')).not.toContainText(/[A-Za-z]{4,}/)
})
