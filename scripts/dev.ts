import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { createServer, type ViteDevServer } from 'vite'
import type { Country } from '#business/setup/vendor.contract.ts'
import { languageFacts, languageOf, type Language } from '#lib/manner.ts'
import { allCountries } from '#business/setup/countries.seed.ts'
import { freePort } from './free-port.ts'

/**
 * `npm run dev`: the product with its screens, styles and texts replaced in the browser as their files are saved, and its server
 * restarted when one of its own is. Vite listens on PORT and proxies calls to the server behind it.
 */
const host = process.env['HOST'] ?? '127.0.0.1'
const port = Number(process.env['PORT'] ?? 3000)

/** The backend server, as a process that can be ended and restarted. */
function openBehind(behind: number) {
  let child: ChildProcess | null = null
  let ready: Promise<void> = Promise.resolve()
  const start = () => {
    const env = { ...process.env, HOST: '127.0.0.1', PORT: String(behind), NODE_ENV: 'development', NODE_COMPILE_CACHE: '.cache/compiled' }
    const started = spawn(process.execPath, ['src/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    child = started
    ready = new Promise((resolve) => {
      createInterface({ input: started.stdout }).on('line', (line) => {
        if (line.includes('Touchline is ready at')) resolve()
        else process.stdout.write(`${line}\n`)
      })
      // A server that failed to start has printed why; the next change restarts it.
      started.once('exit', () => resolve())
    })
  }
  /** Ends it at once: this may lose an answer but never a row, which the database ensures. */
  const end = () =>
    new Promise<void>((resolve) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill('SIGKILL')
    })
  start()
  return { ready: () => ready, end, restart: () => (ready = end().then(() => (start(), ready))) }
}

type Prerender = { renderPage: (path: string, language: Language, countries: Country[]) => Promise<{ title: string; html: string }> }

const publicPaths = new Set(['/login', '/register', '/forgot-password', '/plans', '/invite', '/quote', '/place', '/terms', '/privacy'])

/** Every component of src/ui in each state, theme and direction: only here, since no build includes it. */
const kit = '/dev/kit'

/** A page as the build would write it, with its scripts loaded from source. */
async function pageAt(vite: ViteDevServer, url: string, cookies: string): Promise<string> {
  const { pathname: path, searchParams } = new URL(url, 'http://localhost')
  const isKit = path === kit
  const cookie = (name: string) => new RegExp(`(?:^|; )${name}=(\\w+)`).exec(cookies)?.[1]
  const said = (name: string) => (isKit ? searchParams.get(name) : null) ?? cookie(name)
  const language: Language = languageOf(said('lang') ?? undefined)
  const theme = said('theme') === 'light' ? 'light' : 'dark'
  const { renderPage } = (await vite.ssrLoadModule('/src/app/public/prerender.tsx')) as Prerender
  const drawn = publicPaths.has(path) ? await renderPage(path, language, allCountries()) : null
  const entry = drawn ? '/src/app/public/public.tsx' : isKit ? '/src/app/kit-page.sample.tsx' : '/src/app/start.tsx'
  const html = [
    `<!doctype html><html lang="${language}" dir="${languageFacts(language).direction}" data-theme="${theme}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${drawn?.title ?? 'Touchline'}</title>`,
    `<link rel="stylesheet" href="/src/ui/fonts.css"><script type="module" src="${entry}"></script></head>`,
    `<body><div id="root">${drawn?.html ?? ''}</div></body></html>`,
  ].join('')
  return vite.transformIndexHtml(url, html)
}

/** The paths that the backend server answers; everything else is a page or a source. */
const calls = '^/(?:rpc|api|media|dev(?!/kit)|livez|readyz|feeds|archives|\\.well-known)(?:/|$)'

const behindPort = await freePort()
const behind = openBehind(behindPort)
const vite = await createServer({
  appType: 'custom',
  cacheDir: '.cache/vite',
  server: {
    host,
    port,
    strictPort: true,
    // With the browser's own Host: the server compares it with the page's origin.
    proxy: { [calls]: { target: `http://127.0.0.1:${behindPort}`, changeOrigin: false } },
  },
  plugins: [
    {
      name: 'touchline-pages',
      configureServer(server) {
        // Runs before the proxy: while the server restarts, a call waits instead of failing.
        server.middlewares.use((request, _answer, next) =>
          new RegExp(calls).test(request.url ?? '') ? void behind.ready().then(() => next()) : next(),
        )
        return () =>
          server.middlewares.use((request, answer, next) => {
            pageAt(server, request.originalUrl ?? '/', request.headers.cookie ?? '')
              .then((html) => answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html))
              .catch(next)
          })
      },
    },
  ],
})
/** A source that not only screens use: the server also reads rules and contracts. */
const isOfServer = (file: string) => /\/src\/.*(?<!\.test)\.(?:ts|json)$/.test(file)
let soon: NodeJS.Timeout | undefined
vite.watcher.on('change', (file) => {
  if (!isOfServer(file.replaceAll('\\', '/'))) return
  clearTimeout(soon)
  soon = setTimeout(() => void behind.restart(), 20)
})
await vite.listen()
await behind.ready()
process.stdout.write(`Touchline is ready at http://${host}:${port}, and follows each file as it is saved\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void Promise.all([behind.end(), vite.close()]).then(() => process.exit(0)))
