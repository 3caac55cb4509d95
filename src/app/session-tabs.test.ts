import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverSays, type Answer } from '../../test/fake-server.ts'
import { MemoryStorage } from '../../test/memory-storage.ts'

class FakeWindow extends EventTarget {
  location = { origin: 'http://own.invalid', pathname: '/services/add', search: '?kind=hall', replace: vi.fn() }
  localStorage = localStorage
}

/** The tab's channel, on which a test sends messages as another tab would. */
let channel: FakeChannel
class FakeChannel extends EventTarget {
  postMessage = vi.fn()
  constructor() {
    super()
    // oxlint-disable-next-line unicorn/no-this-assignment, typescript/no-this-alias -- the test speaks on it
    channel = this
  }
}

const day = 86_400_000
const ended = 'auth/session-expired'

/** A tab of member u1 with a half-typed form; each test loads the modules again. */
async function tab() {
  vi.resetModules()
  const page = new FakeWindow()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  const [{ useRoot, initialState }, { watchSession }] = await Promise.all([
    import('#web/state.ts'),
    import('#business/accounts/sign-in-session.ts'),
  ])
  useRoot.setState({ auth: { ...initialState.auth, token: 'signed-in', userId: 'u1', loginTime: Date.now() } })
  sessionStorage.setItem('draft:hall:new', '{"title":"North"}')
  watchSession()
  return page
}

/** A screen's call that the server refuses, and its consequences. */
async function refusedCall() {
  const { api } = await import('./app.client.ts')
  await expect(api.plans.current()).rejects.toThrow(ended)
  await vi.advanceTimersByTimeAsync(1000)
}

const changed = (key: string | null, newValue: string | null) => Object.assign(new Event('storage'), { key, newValue })
const draft = () => sessionStorage.getItem('draft:hall:new')

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  vi.stubGlobal('BroadcastChannel', FakeChannel)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a session that another tab found ended keeps the half-typed form of this one', async () => {
  const page = await tab()
  page.dispatchEvent(changed('root', null))
  expect(page.location.replace).toHaveBeenCalledWith('/login?next=%2Fservices%2Fadd%3Fkind%3Dhall')
  expect(draft()).toBe('{"title":"North"}')
  expect(sessionStorage.getItem('draft-owner')).toBe('u1')
})

test('T7 a sign-out in another tab leaves nothing, whichever word of it comes first', async () => {
  const first = await tab()
  channel.dispatchEvent(new Event('message'))
  first.dispatchEvent(changed('root', null))
  expect(first.location.replace.mock.calls).toEqual([['/login']])
  expect(Object.keys(sessionStorage)).toEqual([])

  const second = await tab()
  second.dispatchEvent(changed('root', null))
  channel.dispatchEvent(new Event('message'))
  expect(second.location.replace).toHaveBeenLastCalledWith('/login')
  expect(Object.keys(sessionStorage)).toEqual([])

  const third = await tab()
  third.dispatchEvent(changed(null, null))
  third.dispatchEvent(changed('root', null))
  expect(third.location.replace.mock.calls).toEqual([['/login']])
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('the 24 hours end here without another tab and keep the form', async () => {
  const page = await tab()
  serverSays()
  await vi.advanceTimersByTimeAsync(day)
  expect(page.location.replace).toHaveBeenCalledTimes(1)
  expect(draft()).toBe('{"title":"North"}')
})

test('T3 a session that this browser counts as over is ended at the server too, and leaves the half-typed form', async () => {
  await tab()
  const { expire } = await import('#business/accounts/sign-in-session.ts')
  expire()
  expect(localStorage.getItem('sign-out-pending')).toBe('keep')
  const { watchPendingSignOut } = await import('#business/accounts/session-pending.ts')
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push([new URL(request.url).pathname, await request.json()])
    return Response.json({ json: {} })
  })
  watchPendingSignOut()
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent).toEqual([['/rpc/accounts/signOut', { json: { keepStorage: true } }]])
  expect(localStorage.getItem('sign-out-pending')).toBeNull()
  expect(draft()).toBe('{"title":"North"}')
})

test('T3 a new sign-in in another tab moves the end of this one, which would end the new session', async () => {
  const page = await tab()
  serverSays()
  await vi.advanceTimersByTimeAsync(day - 3_600_000)
  const auth = { userId: 'u1', roles: null, loginTime: Date.now(), expiresAt: null }
  page.dispatchEvent(changed('root', JSON.stringify({ state: { auth } })))
  await vi.advanceTimersByTimeAsync(7_200_000)
  expect(page.location.replace).not.toHaveBeenCalled()
  expect(localStorage.getItem('sign-out-pending')).toBeNull()
})

test('S1 a screen that no one touches leaves within about a minute of an end elsewhere', async () => {
  const page = await tab()
  const calls = serverSays('ok', ended, ended)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls).toEqual(['accounts/session'])
  expect(page.location.replace).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(61_000)
  expect(page.location.replace.mock.calls).toEqual([['/login?next=%2Fservices%2Fadd%3Fkind%3Dhall']])
  // The server already knows.
  expect(localStorage.getItem('sign-out-pending')).toBeNull()
})

test('a call refused because its cookie was just replaced signs no one out', async () => {
  const page = await tab()
  const { queryClient } = await import('#web/query.ts')
  const again = vi.spyOn(queryClient, 'refetchQueries')
  const calls = serverSays(ended, 'ok')
  await refusedCall()
  expect(calls).toEqual(['plans/current', 'accounts/session'])
  expect(page.location.replace).not.toHaveBeenCalled()
  expect(again).toHaveBeenCalledTimes(1)
})

test('a session that has ended is left once the server has said so twice, and is asked about once', async () => {
  const page = await tab()
  const calls = serverSays(ended, ended, ended)
  const { api } = await import('./app.client.ts')
  await expect(api.setup.vendor()).rejects.toThrow(ended)
  await refusedCall()
  expect(calls).toEqual(['setup/vendor', 'plans/current', 'accounts/session'])
  expect(page.location.replace.mock.calls).toEqual([['/login?next=%2Fservices%2Fadd%3Fkind%3Dhall']])
  expect(draft()).toBe('{"title":"North"}')
})

test('a server that is gone in between is asked again at the next refusal', async () => {
  const page = await tab()
  serverSays(ended, 'gone', ended, ended)
  await refusedCall()
  expect(page.location.replace).not.toHaveBeenCalled()
  await refusedCall()
  expect(page.location.replace).toHaveBeenCalledTimes(1)
})

test.each<[Answer, string[]]>([
  ['ok', []],
  [ended, []],
  ['gone', ['sign-out-pending']],
  ['server/busy', ['sign-out-pending']],
  ['server/error', ['sign-out-pending']],
])('a sign-out that meets %s clears the browser and leaves %j to be told', async (answer, left) => {
  const page = await tab()
  const calls = serverSays(answer)
  const { signOut } = await import('#business/accounts/sign-in-session.ts')
  await signOut()
  expect(calls).toEqual(['accounts/signOut'])
  expect(channel.postMessage).toHaveBeenCalledWith('signed-out')
  expect(Object.keys(localStorage)).toEqual(left)
  expect(Object.keys(sessionStorage)).toEqual([])
  expect(page.location.replace).toHaveBeenCalledWith('/login')
})

test('a sign-out everywhere that fails leaves the member signed in, and says so to the caller', async () => {
  const page = await tab()
  serverSays('server/busy', 'ok')
  const { signOutEverywhere } = await import('#business/accounts/sign-in-session.ts')
  await expect(signOutEverywhere()).rejects.toThrow('server/busy')
  expect(page.location.replace).not.toHaveBeenCalled()
  expect(draft()).not.toBeNull()
  await signOutEverywhere()
  expect(channel.postMessage).toHaveBeenCalledWith('signed-out')
  expect(page.location.replace).toHaveBeenCalledWith('/login')
})
