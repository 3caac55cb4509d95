import { argon2, createHash, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import pg from 'pg'
import { newId } from '#kernel/ids.ts'

/**
 * The benchmark's baseline: the same answers written by hand on Fastify and pg, with a session check,
 * a WHERE on the owner and nothing else (no schema, no policy, no row-level security, no audit).
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const server = Fastify()
const derive = promisify(argon2)

async function vendorOf(cookie: string | undefined): Promise<string> {
  const token = /__Host-session=([^;]+)/.exec(cookie ?? '')?.[1] ?? ''
  const { rows } = await pool.query<{ vendorId: string }>('select "vendorId" from "sessions" where "hash" = $1 and "expiresAt" > now()', [
    createHash('sha256').update(token).digest(),
  ])
  if (!rows[0]) throw new Error('no session')
  return rows[0].vendorId
}

server.get('/session', async (request) => ({ vendorId: await vendorOf(request.headers.cookie) }))

server.get('/services', async (request) => {
  const vendorId = await vendorOf(request.headers.cookie)
  const { rows } = await pool.query('select * from "services" where "vendorId" = $1 order by "createdAt" desc, "id" desc limit 20', [
    vendorId,
  ])
  return { rows }
})

server.post<{ Body: { title: string; size: number; totalCandidates: number } }>('/halls', async (request) => {
  const vendorId = await vendorOf(request.headers.cookie)
  const { title, size, totalCandidates } = request.body
  const { rows } = await pool.query(
    `insert into "halls" ("vendorId", "id", "title", "size", "totalCandidates", "audience", "state", "createdAt", "updatedAt") values ($1, $2, $3, $4, $5, 'mixed', 'active', now(), now()) returning *`,
    [vendorId, newId(), title, size, totalCandidates],
  )
  return rows[0]
})

server.post<{ Body: { email: string; password: string } }>('/sign-in', async (request) => {
  const { rows } = await pool.query<{ id: string; passwordHash: string }>(
    'select "id", "passwordHash" from "users" where "emailKey" = $1',
    [request.body.email],
  )
  const [, salt = '', tag = ''] = /\$([^$]+)\$([^$]+)$/.exec(rows[0]?.passwordHash ?? '') ?? []
  const hash = await derive('argon2id', {
    message: request.body.password,
    nonce: Buffer.from(salt, 'base64'),
    memory: 19_456,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  })
  if (!timingSafeEqual(hash, Buffer.from(tag, 'base64'))) throw new Error('wrong')
  await pool.query(
    `insert into "sessions" ("hash", "id", "userId", "vendorId", "createdAt", "confirmedAt", "expiresAt", "browser") values ($1, $2, $3, $3, now(), now(), now() + interval '1 day', '')`,
    [createHash('sha256').update(newId()).digest(), newId(), rows[0]?.id],
  )
  return { id: rows[0]?.id }
})

await server.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.stdout.write('ready\n')
