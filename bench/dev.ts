import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { chromiumLaunch } from '../test/chromium.ts'
import { freePort } from '../scripts/free-port.ts'
import { median } from '../test/timed.ts'

/** `node bench/dev.ts`: how many milliseconds after a file is saved `npm run dev` shows the change; median of five. */

type Edit = {
  what: string
  file: string
  from: string
  to: (turn: number) => string
  isSeen: (page: Page, turn: number) => Promise<boolean>
}

const text = async (page: Page, part: string) => (await page.textContent('body'))?.includes(part) ?? false

const edits: Edit[] = [
  {
    what: 'a screen',
    file: 'src/app/public/frame.tsx',
    from: '\n          Touchline\n',
    to: (turn) => `\n          Touchline ${turn}\n`,
    isSeen: (page, turn) => text(page, `Touchline ${turn}`),
  },
  {
    what: 'a style',
    file: 'src/app/public/frame.module.css',
    from: 'padding: var(--space-4) var(--space-6);',
    to: (turn) => `padding: ${turn}px 24px;`,
    isSeen: async (page, turn) =>
      (await page.evaluate(() => getComputedStyle(document.querySelector('header')!).paddingTop)) === `${turn}px`,
  },
  {
    what: 'a text',
    file: 'src/business/accounts/text.en.json',
    from: '"Forgot password?"',
    to: (turn) => `"Forgot password ${turn}?"`,
    isSeen: (page, turn) => text(page, `Forgot password ${turn}?`),
  },
  {
    what: 'a handler',
    file: 'src/entrance/http.server.ts',
    from: ".send('ok')",
    to: (turn) => `.send('ok ${turn}')`,
    isSeen: async (page, turn) => (await page.evaluate(() => fetch('/livez').then((answer) => answer.text()))) === `ok ${turn}`,
  },
]

const dataDir = mkdtempSync(join(tmpdir(), 'touchline-dev-'))
const port = await freePort()
const dev = spawn(process.execPath, ['scripts/dev.ts'], {
  env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir },
  stdio: ['ignore', 'pipe', 'inherit'],
})
for await (const line of createInterface({ input: dev.stdout })) if (line.includes('follows each file')) break
const browser = await chromium.launch(chromiumLaunch)
const page = await browser.newPage()
try {
  await page.goto(`http://127.0.0.1:${port}/login`)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await wait(2000)
  for (const { what, file, from, to, isSeen } of edits) {
    const before = readFileSync(file, 'utf8')
    if (!before.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)} to change`)
    const times: number[] = []
    try {
      for (let turn = 31; turn < 36; turn++) {
        const begun = performance.now()
        writeFileSync(file, before.replace(from, to(turn)))
        while (!(await isSeen(page, turn).catch(() => false))) await wait(10)
        times.push(performance.now() - begun)
        await wait(500)
      }
    } finally {
      writeFileSync(file, before)
    }
    await wait(1500)
    process.stdout.write(`${what}: seen after ${Math.round(median(times))} ms (${times.map(Math.round).join(', ')})\n`)
  }
} finally {
  await browser.close()
  const ended = once(dev, 'exit')
  dev.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}
