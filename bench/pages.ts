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
import { enter } from '../e2e/people.ts'
import { openProduct } from '../e2e/product.ts'
import { week } from '#lib/fields.ts'
import { widthCookie } from '#lib/first-answers.ts'
import { chromiumLaunch } from '../test/chromium.ts'
import { filledOwner } from '../test/filled.ts'
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
async function typingDelay(page: Page, url: string, field: string): Promise<number> {
  await page.goto(url, { waitUntil: 'networkidle' })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.evaluate(() => {
    window.seen = { paint: 0, shift: 0 }
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.seen.paint = Math.max(window.seen.paint, duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  await page.locator(field).pressSequentially('owner@club.ae', { delay: 60 })
  await page.waitForTimeout(300)
  return page.evaluate(() => window.seen.paint)
}

/**
 * The time from a click in the sidebar until a list's first row is painted, when it was open before: the median of each of three
 * lists, and of these the slowest.
 */
async function warmVisit(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/services?tab=batches`, { waitUntil: 'networkidle' })
  const open = (path: string) =>
    page.evaluate(async (to) => {
      const begun = performance.now()
      document.querySelector<HTMLElement>(`aside a[href="${to}"]`)!.click()
      const isThere = () => window.location.pathname === to && document.querySelector('main tbody tr') !== null
      do await new Promise(requestAnimationFrame)
      while (!isThere())
      await new Promise((resolve) => setTimeout(resolve))
      return performance.now() - begun
    }, path)
  const lists = ['/sales', '/staff', '/services']
  for (const path of lists) {
    await open(path)
    await page.waitForLoadState('networkidle')
  }
  const times = new Map<string, number[]>(lists.map((path) => [path, []]))
  for (let run = 0; run < runs; run++) for (const path of lists) times.get(path)?.push(await open(path))
  return Math.max(...[...times.values()].map(median))
}

async function fresh(browser: Browser): Promise<Page> {
  return (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
}

/** The screens whose largest paint is compared, by their names; the last two are pages of one record. */
const screensOf = ({ customer, batch }: { customer: string; batch: string }) => ({
  Home: '/',
  batches: '/services?tab=batches',
  customers: '/sales?tab=customers',
  'overview of finance': '/finance',
  calendar: '/services?tab=calendar',
  customer: `/sales/customer?id=${customer}`,
  batch: `/services/batch?id=${batch}`,
})

/** A business with more than a page of customers and of batches; returns its owner. */
async function busyOwner(url: string): ReturnType<typeof filledOwner> {
  const owner = await filledOwner(url)
  const { service, trainer, hall } = owner.ids
  for (let at = 10; at < 40; at++) {
    await owner.rpc('customers.create', { firstName: `Noura ${at}`, lastName: 'Karam', phone: `050 123 45${at}` })
    const times = { startingTime: '09:00', endingTime: '10:00', trainingDays: week(at % 7) }
    await owner.rpc('batches.create', {
      service,
      name: `Juniors ${at}`,
      code: `JUN-${at}`,
      price: 35_000,
      ...times,
      totalCandidates: 18,
      trainer,
      hall,
    })
  }
  return owner
}

/**
 * Benchmarks first-load bytes, largest paint, layout shift and typing on the signed-out pages and on seven screens, against an
 * empty page in the same run, and how long a list takes that was open before.
 */
export async function benchPages(): Promise<PageLine[]> {
  const browser = await chromium.launch(chromiumLaunch)
  const product = await openProduct()
  const server = await serve(await buildEmpty())
  const plain = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const { cookie, ids } = await busyOwner(product.url)
    const screens = screensOf(ids)
    const signedOut = () => fresh(browser)
    const signedIn = async () => {
      const page = await fresh(browser)
      await enter(page.context(), product.url, cookie)
      await page.context().addCookies([{ name: widthCookie, value: '1280', url: product.url }])
      return page
    }
    const measure = async (open: () => Promise<Page>, url: string, isSlow: boolean): Promise<Load> => {
      const page = await open()
      const result = await load(page, url, isSlow)
      await page.context().close()
      return result
    }
    const floor = await measure(signedOut, `${plain}/floor.html`, false)
    const lines: PageLine[] = [{ name: 'floor: react, react-dom, router, query', value: floor.scripts / 1000, limit: Infinity, unit: 'kB' }]
    for (const page of ['login', 'register', 'forgot-password', 'plans']) {
      const { scripts, styles } = await measure(signedOut, `${product.url}/${page}`, false)
      lines.push({
        name: `/${page}, scripts and styles`,
        value: (scripts + styles) / 1000,
        limit: page === 'login' ? 110 : 125,
        unit: 'kB',
      })
    }
    const shell = await measure(signedIn, product.url, false)
    lines.push({ name: 'shell with Home, scripts and styles', value: (shell.scripts + shell.styles) / 1000, limit: 190, unit: 'kB' })

    const pages: { name: string; open: () => Promise<Page>; url: string; limit: number }[] = [
      { name: '/login', open: signedOut, url: `${product.url}/login`, limit: 0.4 },
      ...Object.entries(screens).map(([name, path]) => ({ name, open: signedIn, url: product.url + path, limit: 1 })),
    ]
    const slow = new Map<string, Load[]>(['empty', ...pages.map(({ name }) => name)].map((name) => [name, []]))
    for (let run = 0; run < runs; run++) {
      slow.get('empty')?.push(await measure(signedOut, `${plain}/index.html`, true))
      for (const { name, open, url } of pages) slow.get(name)?.push(await measure(open, url, true))
    }
    const paint = (name: string) => median((slow.get(name) ?? []).map((one) => one.paint))
    const empty = paint('empty')
    lines.push({ name: 'largest paint of an empty page', value: empty, limit: Infinity, unit: 'ms' })
    for (const { name, limit } of pages) lines.push({ name: `${name}, largest paint of it`, value: paint(name) / empty, limit, unit: '×' })
    for (const { name } of pages) {
      const shift = Math.max(...(slow.get(name) ?? []).map((one) => one.shift))
      lines.push({ name: `${name}, layout shift`, value: shift, limit: 0.02, unit: '' })
    }
    const [typist, searcher, visitor] = [await signedOut(), await signedIn(), await signedIn()]
    lines.push(
      {
        name: '/login, slowest key',
        value: await typingDelay(typist, `${product.url}/login`, '#email, [type=email]'),
        limit: 60,
        unit: 'ms',
      },
      {
        name: 'customers, slowest key',
        value: await typingDelay(searcher, product.url + screens.customers, '[data-search]'),
        limit: 60,
        unit: 'ms',
      },
      { name: 'a list that was open before', value: await warmVisit(visitor, product.url), limit: 100, unit: 'ms' },
    )
    return lines
  } finally {
    server.close()
    await browser.close()
    await product.close()
  }
}
