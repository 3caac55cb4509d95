import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Package = {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  dev?: boolean
  link?: boolean
  hasInstallScript?: boolean
  funding?: unknown
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
type Manifest = Package & {
  devDependencies: Record<string, string>
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
  overrides: unknown
  engines: { node: string }
  scripts: Record<string, string>
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { lockfileVersion: number; packages: Record<string, Package> }
const locked = Object.entries(lock.packages).filter(([path]) => path !== '')
const asked = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
const exact = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/

/** Licences that allow the product to be sold as it is; a person checks a new one before it is added. */
const licences = ['MIT', 'MIT-0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0', '(MIT OR CC0-1.0)']

/** Used as an unmodified, replaceable shared library, as the LGPL requires. */
const sharedLibraries = /^node_modules\/@img\/sharp-(?:libvips-[a-z0-9-]+|wasm32|win32-[a-z0-9]+)$/

test('V1 every version that package.json asks for is exact', () => {
  expect(Object.keys(asked).length).toBeGreaterThan(50)
  expect(Object.entries(asked).filter(([, version]) => !exact.test(version))).toEqual([])
  const overridden = [...JSON.stringify(manifest.overrides).matchAll(/:"([^"]*)"/g)].map((match) => match[1] ?? '')
  expect(overridden.filter((version) => !version.startsWith('$') && !exact.test(version))).toEqual([])
})

test('V1 the lock file holds exactly what package.json asks for, each with its hash, and names no host', () => {
  expect(lock.lockfileVersion).toBe(3)
  const root = lock.packages['']
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'] as const)
    expect((root as Manifest)[kind], kind).toEqual(manifest[kind])
  expect(locked.length).toBeGreaterThan(300)
  expect(locked.filter(([, entry]) => 'resolved' in entry || entry.link)).toEqual([])
  expect(locked.filter(([, { version = '' }]) => !exact.test(version))).toEqual([])
  expect(locked.filter(([, { integrity = '' }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity))).toEqual([])
  // npm records donation addresses there; nothing is fetched from them.
  const elsewhere = JSON.stringify(locked, (key, value: unknown) => (key === 'funding' ? undefined : value))
  expect(elsewhere).not.toMatch(/https?:|git\+|git@|file:|github:/)
})

test('V1 what is installed is what is locked', () => {
  const installed = locked.filter(([path]) => existsSync(`${path}/package.json`))
  expect(installed.length).toBeGreaterThan(200)
  const different = installed.filter(([path, { version }]) => {
    const found = JSON.parse(readFileSync(`${path}/package.json`, 'utf8')) as Package
    return found.version !== version
  })
  expect(different).toEqual([])
})

/** The packages that files import. */
function imported(files: string[]): string[] {
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom\s+|\bimport\s*\(?)'(@?[a-z][\w./@:-]*)'/g)].map((match) => match[1] ?? ''),
  )
  const packages = names.filter((name) => !/^(?:node|virtual):/.test(name)).map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '')
  return [...new Set(packages)].toSorted()
}

test('V1 no source imports a package that is only there by chance, and the server none that the image leaves out', () => {
  const sources = globSync('src/**/*.{ts,tsx}')
  const all = imported(sources)
  expect(all.length).toBeGreaterThan(25)
  expect(all.filter((name) => !(name in asked))).toEqual([])
  const server = sources.filter(
    (file) =>
      /^src\/(?:main|kernel|db|lib|entrance\/(?:router|policy|contract)\.ts|.*\.(?:server|contract|rules|jobs|seed)\.ts)/.test(file) &&
      !/\.(?:test|sample|child)\./.test(file),
  )
  const atRunTime = imported(server)
  expect(atRunTime).toContain('fastify')
  expect(atRunTime.filter((name) => !(name in manifest.dependencies))).toEqual([])
})

test('V1 no script runs when packages are installed, and none is needed', () => {
  expect(readFileSync('.npmrc', 'utf8').split('\n')).toEqual(
    expect.arrayContaining(['ignore-scripts=true', 'save-exact=true', 'omit-lockfile-registry-resolved=true']),
  )
  expect(locked.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([])
  expect(Object.keys(manifest.scripts).filter((name) => /^(?:pre|post)?(?:install|prepare|publish|pack)/.test(name))).toEqual([])
})

test('V1 the product runs on Node 22 or newer, whichever Node the host has', () => {
  const runtimes = Object.entries(manifest.optionalDependencies).filter(([name]) => name.startsWith('node-'))
  expect(runtimes.length).toBeGreaterThanOrEqual(3)
  for (const [name, version] of runtimes) expect(Number(version.split('.')[0]), name).toBeGreaterThanOrEqual(22)
  expect(Number(process.versions.node.split('.')[0])).toBeGreaterThanOrEqual(22)
  // The image builds and runs with the one of its packages.
  expect(readFileSync('Dockerfile', 'utf8').match(/node_modules\/node-linux-\*\/bin\/node \S*\/usr\/local\/bin\/node/g)).toHaveLength(2)
})

test('V1 every package that is shipped has a licence of the list', () => {
  const shipped = locked.filter(([, { dev }]) => dev !== true)
  expect(shipped.length).toBeGreaterThan(100)
  const licenceOf = ([path, { license }]: (typeof shipped)[number]): string => {
    // Packages for other systems are not installed here; the lock file has the licence that their authors declared.
    if (!existsSync(`${path}/package.json`)) return license ?? 'none'
    const found = JSON.parse(readFileSync(`${path}/package.json`, 'utf8')) as Package
    return typeof found.license === 'string' ? found.license : 'none'
  }
  const others = shipped.map((entry) => [entry[0], licenceOf(entry)] as const).filter(([, licence]) => !licences.includes(licence))
  const refused = others.filter(([path, licence]) => !(sharedLibraries.test(path) && licence.includes('LGPL-3.0-or-later')))
  expect(refused).toEqual([])
})
