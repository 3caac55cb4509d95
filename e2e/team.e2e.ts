import { filledOwner } from '../test/filled.ts'
import { expectAccessible } from './axe.ts'
import { enter, password, signIn } from './people.ts'
import { expect, linkFor, test } from './product.ts'

test('an owner proves the own address and invites a front desk by mail, which sells nothing after a suspension, and is let in again', async ({
  product,
  page,
  context,
  browser,
}) => {
  const owner = await filledOwner(product.url)
  await owner.rpc('plans.change', { plan: 'pro', version: (await owner.rpc('plans.current')).body['version'] })
  await enter(context, product.url, owner.cookie)
  const email = `desk-${crypto.randomUUID()}@example.com`
  await page.goto(`${product.url}/staff?tab=team`)
  await expect(page.getByText(/^1 of 3 user accounts in use/)).toBeVisible()
  const proof = page.getByText(/^Confirm your email address to invite people/)
  await expect(proof).toBeVisible()
  await page.getByRole('button', { name: 'Send code' }).click()
  const code = await product.inbox.codeFor(owner.email)
  const asked = page.getByRole('dialog')
  await expect(asked).toContainText(owner.email)
  await expectAccessible(page, 'the proof of an address')
  await asked.getByLabel('One-time code').fill(code === '000000' ? '000001' : '000000')
  await asked.getByRole('button', { name: 'Verify code' }).click()
  await expect(asked.getByText('Invalid code').first()).toBeVisible()
  await asked.getByLabel('One-time code').fill(code)
  await asked.getByRole('button', { name: 'Verify code' }).click()
  await expect(page.getByText('Email address confirmed')).toBeVisible()
  await expect(proof).toHaveCount(0)
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByText('Email is required').first()).toBeVisible()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Role').selectOption('Front desk')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible()
  await expect(page.getByText(/^2 of 3 user accounts in use/)).toBeVisible()

  const desk = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await desk.goto(await linkFor(product.inbox, email, '/invite'))
  await expect(desk.getByRole('main')).toContainText('Front desk')
  await desk.getByLabel('Password', { exact: true }).fill(password)
  await desk.getByLabel('Confirm password').fill(password)
  await desk.getByRole('button', { name: /^Accept/ }).click()
  await desk.waitForURL('**/login')
  await signIn(desk, product.url, email)
  await expect(desk.getByRole('link', { name: 'Sell' })).toBeVisible()
  await expect(desk.getByRole('link', { name: 'Add batch' })).toHaveCount(0)

  await page.reload()
  const act = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${email}` }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await act('Suspend')
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText(`${email} is suspended`)).toBeVisible()
  await desk.goto(`${product.url}/sales/add`)
  await desk.waitForURL('**/login**')
  await act('Reactivate')
  await expect(page.getByText(`${email} can sign in again`)).toBeVisible()
  await signIn(desk, product.url, email)
  await desk.context().close()
})
