import { expect } from 'vitest'
import { goodPassword, testServer, type TestApp } from '../../../test/app.ts'
import type { HttpClient } from '../../../test/browser-session.ts'
import { filledOwner } from '../../../test/filled.ts'
import { createArchives } from './archive.make.server.ts'
import { unzip } from './unzip.sample.ts'

/** Appears in every text of the other vendor. */
export const mark = 'Canary7Q'

type Body = Awaited<ReturnType<HttpClient['rpc']>>['body']
/** The files of an archive by path, and where it came from. */
export type Fetched = { id: string; path: string; files: Map<string, Buffer>; zip: Buffer }

/** Requests an address with only a cookie, as a browser following a link does. */
export const fetchAs = (app: { url: string }, cookie: string, path: string) =>
  fetch(`${app.url}${path}`, { headers: { cookie }, redirect: 'manual' })

/** A running app with two fully populated vendors, and the first one's archive actions. */
export async function archiving() {
  const app: TestApp & { url: string } = await testServer()
  const a = await filledOwner(app.url)
  await filledOwner(app.url, mark)
  const { vendorId, userId } = (await a.rpc('accounts.session')).body as { vendorId?: string; userId?: string }
  const ok = async (name: string, input?: unknown): Promise<Body> => {
    const { status, body } = await a.rpc(name, input)
    expect(status, `${name} ${JSON.stringify(body)}`).toBeLessThan(300)
    return body
  }
  const signIn = () => ok('accounts.signIn', { email: a.email, password: goodPassword })
  const list = async () => (await ok('archives.list')) as unknown as { id: string; state: string; rows: number; bytes: number }[]
  /** Requests an archive, has it created, and fetches it as a browser does. */
  async function archived(): Promise<Fetched> {
    app.clock.advance(1000)
    const { id } = (await ok('archives.begin', {})) as { id: string }
    await createArchives(app.app)
    expect((await list())[0]).toMatchObject({ id, state: 'ready' })
    const path = String((await ok('archives.open', { id }))['path'])
    const answer = await fetchAs(app, a.cookie, path)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="touchline-\d{4}-\d\d-\d\d\.zip"$/),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    const zip = Buffer.from(await answer.arrayBuffer())
    return { id, path, zip, files: unzip(zip) }
  }
  return { app, a, vendorId: String(vendorId), userId: String(userId), ok, signIn, list, archived }
}
