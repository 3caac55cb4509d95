import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Caller } from '../../../test/app.ts'
import { events, type EventName } from './event.rules.ts'

/** What a receiver got: the message's id, its event and record, and whether its signature was valid. */
export type Received = {
  id: string
  event: string
  record: string
  headers: IncomingHttpHeaders
  body: string
  json: Record<string, unknown> & { record: { id: string; version: number | null }; before: unknown; after: unknown }
}

type IsGenuine = (secret: string, headers: IncomingHttpHeaders, body: string, now?: number) => boolean

/** The ten lines of docs/api.md that verify a signature, exactly as documented. */
export async function documentedCheck(): Promise<IsGenuine> {
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8')) ?? []
  const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { isGenuine: IsGenuine }
  return isGenuine
}

/** A real receiver on loopback; `answer` may set the response, which is 204 by default. */
export async function openWebhookReceiver(answer: (got: Received, reply: ServerResponse) => void | Promise<void> = () => {}) {
  const got: Received[] = []
  let isUp = true
  const server = createServer((request, reply) => {
    void (async () => {
      let body = ''
      for await (const part of request) body += String(part)
      if (!isUp) return reply.writeHead(503).end('Closed for the night')
      const json = JSON.parse(body) as Received['json']
      const received = {
        id: String(json['id']),
        event: String(json['event']),
        record: json.record.id,
        headers: request.headers,
        body,
        json,
      }
      got.push(received)
      await answer(received, reply)
      return reply.writableEnded || reply.headersSent ? undefined : reply.writeHead(204).end()
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    got,
    up: (value: boolean) => (isUp = value),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Owner = Pick<Caller, 'calls'>

/** Creates an owner's webhook, for every event by default. */
export const webhookOf = ({ calls }: Owner, url: string, asked: readonly EventName[] = events) =>
  calls.webhooks.create({ url, events: [...asked] })

/** The newest 100 deliveries of an owner. */
export const webhookDeliveries = async ({ calls }: Owner, input = {}) => (await calls.webhooks.deliveries({ size: 100, ...input })).rows
