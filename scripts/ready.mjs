// Installs what `npm start` and `npm test` need, as the very first command in a fresh clone: the
// packages, and for tests a browser and a PostgreSQL server. Runs on the host's Node 20 or newer.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

const marker = 'node_modules/.touchline-lock'
const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
const run = (command, args, options = {}) =>
  execFileSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32', ...options })

if (!existsSync(marker) || readFileSync(marker, 'utf8') !== lock) {
  console.log('Installing packages …')
  // `npm ci` refuses a lock file that lacks optional packages of other systems, which some registries do not carry;
  // this installs the locked versions anyway and writes nothing.
  run('npm', ['install', '--no-save', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(marker, lock)
}

if (process.argv[2] === 'test' && process.platform === 'linux') {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  const browsers = [process.env.CHROMIUM, ...names.map((name) => `/usr/bin/${name}`)].filter(Boolean)
  const postgres =
    existsSync('/usr/lib/postgresql') &&
    readdirSync('/usr/lib/postgresql').some((version) => existsSync(`/usr/lib/postgresql/${version}/bin/initdb`))
  const missing = [...(browsers.some((path) => existsSync(path)) ? [] : ['chromium']), ...(postgres ? [] : ['postgresql'])]
  if (missing.length > 0) {
    if (!existsSync('/usr/bin/apt-get')) {
      console.error(`The tests need ${missing.join(' and ')}: install them, and name the browser in CHROMIUM if it is not in /usr/bin.`)
      process.exit(1)
    }
    console.log(`Installing ${missing.join(' and ')} …`)
    const root = process.getuid() === 0
    const apt = (...args) =>
      run(root ? 'apt-get' : 'sudo', [...(root ? [] : ['-n', 'apt-get']), ...args], {
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    apt('update', '-qq')
    // Chromium without windows, if the system has a package for it, takes a third less time.
    const hasShell = spawnSync('apt-cache', ['show', 'chromium-headless-shell']).status === 0
    const packages = missing.map((name) => (name === 'chromium' && hasShell ? 'chromium-headless-shell' : name))
    apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
  }
}
