import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { chromium, type Browser, type Page } from 'playwright'
import { build } from 'vite'
import { registerAndSignIn } from '../e2e/people.ts'
import { openProduct } from '../e2e/product.ts'
import { chromiumLaunch } from '../test/chromium.ts'
import { median } from '../test/timed.ts'

/** One figure of a page and its limit. */
export type PageLine = { name: string; value: number; limit: number; unit: string }

const runs = 5
/** Slow 4G: 1.6 Mbit/s and 150 ms; and a CPU four times slower. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }
const slowdown = 4

const types: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' }

/** Serves a built folder with gzip, as a plain host would. */
async function serve(root: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    try {
      const body = gzipSync(readFileSync(join(root, path)))
      response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream', 'content-encoding': 'gzip' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

async function buildEmpty(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'touchline-empty-'))
  const root = fileURLToPath(new URL('empty', import.meta.url))
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: [join(root, 'index.html'), join(root, 'floor.html')] },
    },
  })
  return outDir
}

type Load = { paint: number; shift: number; scripts: number; styles: number; fonts: number }

declare global {
  interface Window {
    seen: { paint: number; shift: number }
  }
}

/** Loads an address in a browser without a cache; bytes are counted on the wire. */
async function load(page: Page, url: string, isSlow: boolean): Promise<Load> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  if (isSlow) {
    await session.send('Network.emulateNetworkConditions', network)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  }
  const bytes = { Script: 0, Stylesheet: 0, Font: 0 }
  const kinds = new Map<string, string>()
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) as keyof typeof bytes
    if (kind in bytes) bytes[kind] += encodedDataLength
  })
  await page.addInitScript(() => {
    window.seen = { paint: 0, shift: 0 }
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) window.seen.paint = startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) window.seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // A new browser window loads hundreds of modules for its own address bar, which would compete with the page for cores.
  await page.waitForTimeout(2000)
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.waitForTimeout(300)
  const { paint, shift } = await page.evaluate(() => window.seen)
  await session.detach()
  return { paint, shift, scripts: bytes.Script, styles: bytes.Stylesheet, fonts: bytes.Font }
}

/** The time from a key press until its letter is painted, on the slowed CPU; the slowest of twelve. */
async function typingDelay(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'networkidle' })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.evaluate(() => {
    window.seen = { paint: 0, shift: 0 }
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.seen.paint = Math.max(window.seen.paint, duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  await page.getByLabel('Email').pressSequentially('owner@club.ae', { delay: 60 })
  await page.waitForTimeout(300)
  return page.evaluate(() => window.seen.paint)
}

async function fresh(browser: Browser): Promise<Page> {
  return (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
}

/**
 * Benchmarks first-load bytes, largest paint, layout shift and typing on the
 * signed-out pages and Home, against an empty page in the same run.
 */
export async function benchPages(): Promise<PageLine[]> {
  const browser = await chromium.launch(chromiumLaunch)
  const product = await openProduct()
  const server = await serve(await buildEmpty())
  const plain = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const owner = await fresh(browser)
    await registerAndSignIn(owner, product.url, `bench-${Date.now()}@example.com`)
    const signedIn = await owner.context().storageState()
    await owner.context().close()
    const home = async () => (await browser.newContext({ viewport: { width: 1280, height: 800 }, storageState: signedIn })).newPage()

    const measure = async (open: () => Promise<Page>, url: string, isSlow: boolean): Promise<Load> => {
      const page = await open()
      const result = await load(page, url, isSlow)
      await page.context().close()
      return result
    }
    const signedOut = () => fresh(browser)
    const floor = await measure(signedOut, `${plain}/floor.html`, false)
    const lines: PageLine[] = [{ name: 'floor: react, react-dom, router, query', value: floor.scripts / 1000, limit: Infinity, unit: 'kB' }]
    for (const page of ['login', 'register', 'forgot-password', 'plans']) {
      const { scripts, styles } = await measure(signedOut, `${product.url}/${page}`, false)
      lines.push({ name: `/${page}, scripts and styles`, value: (scripts + styles) / 1000, limit: 125, unit: 'kB' })
    }
    const shell = await measure(home, product.url, false)
    lines.push({ name: 'shell with Home, scripts and styles', value: (shell.scripts + shell.styles) / 1000, limit: 200, unit: 'kB' })

    const slow: Record<'empty' | 'login' | 'home', Load[]> = { empty: [], login: [], home: [] }
    for (let run = 0; run < runs; run++) {
      slow.empty.push(await measure(signedOut, `${plain}/index.html`, true))
      slow.login.push(await measure(signedOut, `${product.url}/login`, true))
      slow.home.push(await measure(home, product.url, true))
    }
    const paint = (loads: Load[]) => median(loads.map((one) => one.paint))
    const empty = paint(slow.empty)
    lines.push(
      { name: 'largest paint of an empty page', value: empty, limit: Infinity, unit: 'ms' },
      { name: '/login, largest paint of it', value: paint(slow.login) / empty, limit: 0.5, unit: '×' },
      { name: 'Home, largest paint of it', value: paint(slow.home) / empty, limit: 1.8, unit: '×' },
      { name: '/login, layout shift', value: Math.max(...slow.login.map(({ shift }) => shift)), limit: 0.02, unit: '' },
      { name: 'Home, layout shift', value: Math.max(...slow.home.map(({ shift }) => shift)), limit: 0.02, unit: '' },
    )
    const typist = await fresh(browser)
    lines.push({ name: '/login, slowest key', value: await typingDelay(typist, `${product.url}/login`), limit: 100, unit: 'ms' })
    return lines
  } finally {
    server.close()
    await browser.close()
    await product.close()
  }
}
