import { chromium } from '@playwright/test'
import { chromiumLaunch } from '../test/chromium.ts'
const browser = await chromium.launch(chromiumLaunch)
for (const [who, name] of [['owner@north.example','north'],['owner@gulf.example','gulf']] as const) {
const context = await browser.newContext({ baseURL: 'http://localhost:4171' })
const page = await context.newPage()
await page.goto('/')
await page.getByLabel('Email').fill(who)
await page.getByLabel('Password', { exact: true }).fill('Whistle-Court-and-Pool-27')
await page.getByRole('button', { name: 'Sign in' }).click()
await page.waitForSelector('nav a')
for (const month of ['2026-09','2026-10', '2026-11'])
for (const basis of ['accrual', 'billed', 'cash']) {
  const r = await page.evaluate(async (input) => {
    const t = performance.now()
    const x = await fetch('/rpc/finance/profit', { method: 'POST', headers: { 'content-type': 'application/json', 'x-csrf-token': '1' }, body: JSON.stringify({ json: input }) })
    const j = await x.json()
    return [performance.now() - t, j.json?.total ?? j]
  }, { from: `${month}-01`, to: month==='2026-11'?'2026-11-30':month==='2026-10'?'2026-10-31':'2026-09-30', basis, by: 'batch' })
  console.log(name, month, basis, Math.round(r[0] as number), JSON.stringify((r[1] as any).now), JSON.stringify((r[1] as any).before))
}
}
await browser.close()
