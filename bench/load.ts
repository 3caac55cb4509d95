import { Agent, request } from 'node:http'
import { median } from '../test/timed.ts'

/** One kind of request against one service. */
export type Shot = { method: 'GET' | 'POST'; url: URL; headers: Record<string, string>; body?: (index: number) => string; expect: number }

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

function shoot(shot: Shot, index: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const body = shot.body?.(index)
    const sent = request(
      shot.url,
      {
        agent,
        method: shot.method,
        headers: {
          ...shot.headers,
          ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (answer) => {
        answer.resume()
        answer.on('end', () =>
          answer.statusCode === shot.expect ? resolve() : reject(new Error(`${shot.url.pathname} answered ${answer.statusCode}`)),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

let shots = 0

/** Calls per second over `ms` milliseconds with `atOnce` concurrent calls. */
export async function rate(shot: Shot, ms: number, atOnce: number): Promise<number> {
  const start = performance.now()
  const end = start + ms
  let done = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < end) {
        await shoot(shot, shots++)
        done += 1
      }
    }),
  )
  return (done / (performance.now() - start)) * 1000
}

/**
 * Measures two shots in turn, so that both see the same machine. Returns their median rates and the median of
 * each round's ratio, since a machine that slows down for a while slows both halves of a round.
 */
export async function pair(
  ours: Shot,
  bare: Shot,
  { rounds = 9, ms = 1500, atOnce = 16 } = {},
): Promise<{ ours: number; bare: number; ratio: number }> {
  await rate(ours, ms / 2, atOnce)
  await rate(bare, ms / 2, atOnce)
  const seen: { mine: number; peer: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const mine = await rate(ours, ms, atOnce)
    seen.push({ mine, peer: await rate(bare, ms, atOnce) })
  }
  return {
    ours: median(seen.map(({ mine }) => mine)),
    bare: median(seen.map(({ peer }) => peer)),
    ratio: median(seen.map(({ mine, peer }) => mine / peer)),
  }
}
