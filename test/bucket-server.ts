import { createHash, createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AwsClient } from 'aws4fetch'

/** A bucket of its own on an S3-compatible server. */
export type BucketServer = {
  /** The product's settings for it. */
  env: Record<'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY', string>
  /** What is in one of its folders, sorted. */
  names: (folder: string) => Promise<string[]>
  stop: () => Promise<void>
}

const region = 'us-east-1'
const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** Whether a request has signature version 4 of its method, path, headers and body by this secret. */
function isSigned({ method, url = '', headers }: IncomingMessage, body: Buffer, secret: string): boolean {
  const [, day = '', signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d{8})\/us-east-1\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const given = String(headers['x-amz-content-sha256'])
  if (given !== 'UNSIGNED-PAYLOAD' && given !== hash(body)) return false
  const [path = '', query = ''] = url.split('?')
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name])}\n`)
  const canonical = [method, path, query.split('&').toSorted().join('&'), lines.join(''), signed, given].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], `${day}/${region}/s3/aws4_request`, hash(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>((derived, part) => hmac(derived, part), `AWS4${secret}`)
  return hmac(key, text).toString('hex') === signature
}

/** A server in memory with what a bucket needs: signed PUT, GET, HEAD and DELETE of objects, and a list by prefix. */
async function startOwn(secret: string): Promise<{ endpoint: string; stop: () => Promise<void> }> {
  const objects = new Map<string, { bytes: Buffer; type: string; at: Date }>()
  const answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    if (!isSigned(request, body, secret)) return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const found = objects.get(pathname)
    if (request.method === 'PUT') {
      objects.set(pathname, { bytes: body, type: String(request.headers['content-type']), at: new Date() })
      return response.writeHead(200, { etag: `"${hash(body)}"` }).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(pathname)
      return response.writeHead(204).end()
    }
    if (searchParams.get('list-type') === '2') {
      const start = `${pathname}/`
      const keys = [...objects.keys()].filter((key) => key.startsWith(`${start}${searchParams.get('prefix')}`))
      return response.end(keys.map((key) => `<Contents><Key>${key.slice(start.length)}</Key></Contents>`).join(''))
    }
    if (!found) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    const headers = { 'content-length': found.bytes.length, 'content-type': found.type, 'last-modified': found.at.toUTCString() }
    return response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : found.bytes)
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => answer(request, response, Buffer.concat(chunks)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections())
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

/**
 * A new bucket on the S3-compatible server that TEST_S3_ENDPOINT names, with TEST_S3_REGION, TEST_S3_ACCESS_KEY_ID and
 * TEST_S3_SECRET_ACCESS_KEY; without it on a server in memory, which checks signatures in the same way.
 */
export async function startBucket(): Promise<BucketServer> {
  const given = (name: string) => process.env[`TEST_S3_${name}`]
  const own = given('ENDPOINT') ? null : await startOwn('a secret of this run')
  const env = {
    S3_ENDPOINT: own?.endpoint ?? String(given('ENDPOINT')),
    S3_BUCKET: `touchline-${randomBytes(6).toString('hex')}`,
    S3_REGION: given('REGION') ?? region,
    S3_ACCESS_KEY_ID: given('ACCESS_KEY_ID') ?? 'test',
    S3_SECRET_ACCESS_KEY: given('SECRET_ACCESS_KEY') ?? 'a secret of this run',
  }
  const client = new AwsClient({
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    region: env.S3_REGION,
    service: 's3',
  })
  const address = `${env.S3_ENDPOINT}/${env.S3_BUCKET}`
  const ask = async (path: string, method: string) => {
    const answer = await client.fetch(address + path, { method })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${text}`)
    return text
  }
  const names = async (folder: string) =>
    [...(await ask(`?list-type=2&prefix=${folder}%2F`, 'GET')).matchAll(/<Key>([^<]+)<\/Key>/g)]
      .map(([, key = '']) => key.slice(folder.length + 1))
      .toSorted()
  await ask('', 'PUT')
  return {
    env,
    names,
    async stop() {
      for (const folder of own ? [] : ['media', 'archives'])
        for (const name of await names(folder)) await ask(`/${folder}/${name}`, 'DELETE')
      if (!own) await ask('', 'DELETE')
      await own?.stop()
    },
  }
}
