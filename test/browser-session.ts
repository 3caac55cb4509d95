import type { GivenRole } from '#directory/team/team.contract.ts'
import { invitedToken } from '#directory/team/team.sample.ts'
import { appAt, goodPassword, proveEmail, type TestApp } from './app.ts'

/** An HTTP client that stores its cookies as a browser does. */
export type HttpClient = {
  cookie: string
  setCookies: string[]
  /** Makes an RPC call; returns the body's `json` part. */
  rpc: (
    name: string,
    input?: unknown,
    headers?: Record<string, string>,
  ) => Promise<{
    status: number
    body: { code?: string; data?: Record<string, unknown>; message?: string } & Record<string, unknown>
    headers: Headers
  }>
  upload: (
    purpose: string,
    bytes: Uint8Array,
    type?: string,
    name?: string,
  ) => Promise<{
    status: number
    body: Record<string, unknown> & { code?: string; data?: { issues?: { key: string; message: string }[] } }
  }>
}

/** A browser at an address that sends its own origin. */
export function httpClient(url: string): HttpClient {
  const jar = new Map<string, string>()
  // A separate address, since the server trusts loopback as its proxy and limits count by address.
  const address = `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 250) + 1).join('.')}`
  const client: HttpClient = {
    cookie: '',
    setCookies: [],
    async rpc(name, input, headers = {}) {
      const answer = await fetch(`${url}/rpc/${name.replace('.', '/')}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: url,
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': address,
          cookie: client.cookie,
          ...headers,
        },
        body: JSON.stringify({ json: input }),
      })
      storeCookies(answer)
      const text = await answer.text()
      return {
        status: answer.status,
        body: text ? ((JSON.parse(text) as { json?: never }).json ?? ({} as never)) : ({} as never),
        headers: answer.headers,
      }
    },
    async upload(purpose, bytes, type = 'image/png', name = 'image.png') {
      const form = new FormData()
      form.set('purpose', purpose)
      form.set('file', new File([Uint8Array.from(bytes)], name, { type }))
      const answer = await fetch(`${url}/api/images`, {
        method: 'POST',
        headers: { origin: url, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address, cookie: client.cookie },
        body: form,
      })
      storeCookies(answer)
      return { status: answer.status, body: (await answer.json()) as never }
    },
  }
  function storeCookies(answer: Response): void {
    for (const header of answer.headers.getSetCookie()) {
      client.setCookies.push(header)
      const [pair = ''] = header.split(';')
      const at = pair.indexOf('=')
      if (/max-age=0/i.test(header)) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    client.cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ')
  }
  return client
}

/** A registered and signed-in owner over real HTTP; the email address is verified if the app runs in this process. */
export async function httpOwner(url: string, email = `owner-${crypto.randomUUID()}@example.com`): Promise<HttpClient & { email: string }> {
  const client = httpClient(url)
  await client.rpc('accounts.register', { email, country: 'AE', password: goodPassword, confirmPassword: goodPassword, acceptTerms: true })
  const app = appAt(url)
  if (app) await proveEmail(app, email)
  const signIn = await client.rpc('accounts.signIn', { email, password: goodPassword })
  if (signIn.status !== 200) throw new Error(`Sign-in answered ${signIn.status}`)
  return Object.assign(client, { email })
}

/** A member of an owner's business over real HTTP, who was invited, accepted and signed in. */
export async function httpMember(
  app: TestApp & { url: string },
  owner: HttpClient,
  role: GivenRole,
  { email = `${role.toLowerCase()}-${crypto.randomUUID()}@example.com`, trainer = null as string | null } = {},
): Promise<HttpClient & { email: string; userId: string }> {
  const client = httpClient(app.url)
  const invited = await owner.rpc('team.invite', { email, role, trainer })
  if (invited.status >= 300) throw new Error(`team.invite answered ${invited.status} ${JSON.stringify(invited.body)}`)
  const token = await invitedToken(app, email)
  await client.rpc('team.accept', { token, password: goodPassword, confirmPassword: goodPassword })
  const signIn = await client.rpc('accounts.signIn', { email, password: goodPassword })
  if (signIn.status !== 200) throw new Error(`Sign-in answered ${signIn.status}`)
  return Object.assign(client, { email, userId: String(signIn.body['id']) })
}
