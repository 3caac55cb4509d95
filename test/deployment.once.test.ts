import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const dockerfile = readFileSync('Dockerfile', 'utf8')
const compose = readFileSync('compose.yaml', 'utf8')

/** The PostgreSQL whose client programs a release of Debian has. */
const clients: Record<string, number> = { bookworm: 15, trixie: 17 }

test('D4 the container has the client programs of the server that compose.yaml starts', () => {
  const [, debian = ''] = /^FROM node:24-(\w+)-slim$/m.exec(dockerfile) ?? []
  expect(new Set(dockerfile.match(/^FROM \S+/gm))).toEqual(new Set([`FROM node:24-${debian}-slim`]))
  expect(dockerfile).toMatch(/apt-get install .*\bpostgresql-client\b/)
  const server = Number(/image: postgres:(\d+)$/m.exec(compose)?.[1])
  expect(server).toBeGreaterThanOrEqual(15)
  expect(server).toBeLessThanOrEqual(clients[debian] ?? 0)
  // Up to 17 the image keeps its data there, from 18 on one folder higher: elsewhere the rows would end with the container.
  expect(compose).toContain(`'database:/var/lib/postgresql${server < 18 ? '/data' : ''}'`)
})
