import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverSays } from '../../../test/fake-server.ts'
import { MemoryStorage } from '../../../test/memory-storage.ts'

/** One lock for all tabs of a browser, like `navigator.locks`. */
function oneLock() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request: (_name: string, work: () => Promise<unknown>) => {
      const own = last.then(work)
      last = own.catch(() => undefined)
      return own
    },
  }
}

let page: EventTarget

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.resetModules()
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  vi.stubGlobal('navigator', { locks: oneLock() })
  page = Object.assign(new EventTarget(), { location: { origin: 'http://own.invalid' }, localStorage })
  vi.stubGlobal('window', page)
  localStorage.setItem('sign-out-pending', '1')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const isPending = () => localStorage.getItem('sign-out-pending') !== null
const soon = () => vi.advanceTimersByTimeAsync(10)

test('the next page tells the server at once, and once', async () => {
  const calls = serverSays('ok')
  const { watchPendingSignOut } = await import('./session-pending.ts')
  watchPendingSignOut()
  await soon()
  expect(isPending()).toBe(false)
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls).toEqual(['accounts/signOut'])
})

test('a server that is away is told when the connection is back, or half a minute later', async () => {
  const calls = serverSays('gone', 'server/busy', 'ok')
  const { watchPendingSignOut } = await import('./session-pending.ts')
  watchPendingSignOut()
  await soon()
  expect(calls).toHaveLength(1)
  page.dispatchEvent(new Event('online'))
  await soon()
  expect(calls).toHaveLength(2)
  expect(isPending()).toBe(true)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(calls).toHaveLength(3)
  expect(isPending()).toBe(false)
})

test('a session that has ended meanwhile needs no more telling', async () => {
  serverSays('auth/session-expired')
  const { watchPendingSignOut } = await import('./session-pending.ts')
  watchPendingSignOut()
  await soon()
  expect(isPending()).toBe(false)
})

test('a sign-in cancels it: the new session is not ended by the old sign-out', async () => {
  const calls = serverSays('gone', 'ok')
  const [{ watchPendingSignOut, withoutSignOut }, { resetState }] = await Promise.all([
    import('./session-pending.ts'),
    import('#web/state.ts'),
  ])
  watchPendingSignOut()
  await soon()
  let accept = () => {}
  const signIn = withoutSignOut(async () => {
    await new Promise<void>((resolve) => {
      accept = resolve
    })
    resetState('u1', {})
  })
  page.dispatchEvent(new Event('online'))
  await soon()
  accept()
  await signIn
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls).toEqual(['accounts/signOut'])
})

test('a sign-in that is refused cancels nothing', async () => {
  const calls = serverSays('ok')
  const { watchPendingSignOut, withoutSignOut } = await import('./session-pending.ts')
  await expect(withoutSignOut(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  watchPendingSignOut()
  await soon()
  expect(calls).toEqual(['accounts/signOut'])
})
