import type { StateStorage, StorageValue } from 'zustand/middleware'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryStorage } from '../../test/memory-storage.ts'
import {
  dropForeignDrafts,
  isOthersMark,
  initialState,
  mergeStored,
  rehydrationTimeout,
  resetState,
  timedStorage,
  useRoot,
  type StoredState,
} from './state.ts'

const { auth, vender, alert, loader, challenges } = initialState
const stored: StoredState = { auth, vender, alert, loader, challenges }
const value: StorageValue<StoredState> = { state: { ...stored, auth: { ...stored.auth, userId: 'u1' } }, version: 0 }

function storageOf(getItem: StateStorage['getItem']) {
  const written: [string, string][] = []
  const storage: StateStorage = { getItem, setItem: (name, text) => void written.push([name, text]), removeItem: () => {} }
  return { storage, written, timed: timedStorage(() => storage) }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  useRoot.setState(initialState, true)
})

test('the defaults are those of spec 3 and 9', () => {
  expect(Object.keys(initialState.auth)).toEqual(expect.arrayContaining(['token', 'userId', 'roles', 'authData']))
  expect(initialState.vender).toEqual({ venderData: null })
  expect(initialState).toMatchObject({ alert: null, loader: false })
  expect(initialState.commonState).toEqual({ isToggle: true, theme: 'dark', isDrawer: false })
  expect(initialState.challenges).toEqual({ session: 'Monthly', status: 'External Only', allorsingle: 'All' })
  expect(rehydrationTimeout).toBe(5000)
})

test('everything but commonState is kept, under the key root', () => {
  const { name, partialize } = useRoot.persist.getOptions()
  expect(name).toBe('root')
  expect(Object.keys(partialize?.(initialState) ?? {}).toSorted()).toEqual(['alert', 'auth', 'challenges', 'loader', 'vender'])
})

test('what is loading is kept as over, and writes nothing that is written already', async () => {
  const partialize = useRoot.persist.getOptions().partialize ?? (() => stored)
  expect(partialize({ ...initialState, loader: true })).toMatchObject({ loader: false })
  const { timed, written } = storageOf(() => null)
  await timed.getItem('root')
  const write = (state: Partial<typeof initialState>) =>
    timed.setItem('root', { state: partialize({ ...initialState, ...state }), version: 0 })
  await write({})
  await write({ loader: true })
  await write({ loader: false })
  expect(written).toHaveLength(1)
  await write({ alert: { message: 'Saved', kind: 'success' } })
  expect(written).toHaveLength(2)
})

test('a storage that hangs ends rehydration at 5000 ms, and its late value is dropped', async () => {
  let answer: (text: string) => void = () => {}
  const { timed } = storageOf(
    () =>
      new Promise<string>((resolve) => {
        answer = resolve
      }),
  )
  const seen = vi.fn()
  const reading = Promise.resolve(timed.getItem('root')).then(seen)
  await vi.advanceTimersByTimeAsync(4999)
  expect(seen).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(seen).toHaveBeenCalledWith(null)
  answer(JSON.stringify(value))
  await reading
  expect(seen).toHaveBeenCalledTimes(1)
})

test('a value in time is taken and leaves no timer behind', async () => {
  const { timed } = storageOf(() => JSON.stringify(value))
  expect(await timed.getItem('root')).toEqual(value)
  expect(vi.getTimerCount()).toBe(0)
})

test('nothing is written before the first reading ended', async () => {
  const { timed, written } = storageOf(() => JSON.stringify(value))
  await timed.setItem('root', value)
  expect(written).toEqual([])
  await timed.getItem('root')
  await timed.setItem('root', value)
  expect(written).toEqual([['root', JSON.stringify(value)]])
})

test.each([
  ['throws', () => Promise.reject(new Error('broken'))],
  [
    'is forbidden',
    () => {
      throw new DOMException('The operation is insecure', 'SecurityError')
    },
  ],
  ['holds no JSON', () => '{"state":'],
])('a storage that %s counts as empty', async (_name, getItem) => {
  expect(await storageOf(getItem).timed.getItem('root')).toBeNull()
})

test('a full storage does not break the app', async () => {
  const timed = timedStorage(() => ({
    getItem: () => null,
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError')
    },
    removeItem: () => {},
  }))
  await timed.getItem('root')
  await expect(timed.setItem('root', value)).resolves.toBeUndefined()
})

test('kept slices come back over the defaults, and commonState never does', () => {
  const state = mergeStored(
    { ...value.state, challenges: { session: 'Weekly' }, commonState: { theme: 'light' }, loader: true },
    initialState,
  )
  expect(state.auth.userId).toBe('u1')
  expect(state.challenges).toEqual({ session: 'Weekly', status: 'External Only', allorsingle: 'All' })
  expect(state.commonState).toEqual(initialState.commonState)
  expect(state.loader).toBe(false)
})

test.each([[null], ['text'], [7], [{ auth: null, vender: 'x', challenges: 3, alert: true }]])(
  'a kept state that someone spoiled (%j) gives the defaults',
  (spoiled) => {
    expect(mergeStored(spoiled, initialState)).toEqual(initialState)
  },
)

test('sign-out clears local and session storage and resets every slice', () => {
  localStorage.setItem('other', '1')
  sessionStorage.setItem('draft:hall', '{}')
  useRoot.setState({
    auth: { ...initialState.auth, userId: 'u1' },
    challenges: { session: 'Weekly', status: 'All', allorsingle: 'Single' },
  })
  resetState()
  expect(useRoot.getState()).toEqual(initialState)
  expect(Object.keys(localStorage)).toEqual([])
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('that the server has yet to hear of a sign-out is known until somebody signs in', () => {
  localStorage.setItem('sign-out-pending', '1')
  resetState()
  expect(Object.keys(localStorage)).toEqual(['sign-out-pending'])
  resetState('u1', { auth: { ...initialState.auth, userId: 'u1' } })
  expect(localStorage.getItem('sign-out-pending')).toBeNull()
})

test('unsaved forms outlive a session that ended by itself, for the same member only', () => {
  const signedIn = { auth: { ...initialState.auth, userId: 'u1' } }
  sessionStorage.setItem('draft:hall', '{"title":"North"}')
  sessionStorage.setItem('scroll', '9')
  useRoot.setState(signedIn)
  resetState('u1')
  expect(sessionStorage.getItem('draft:hall')).toBe('{"title":"North"}')
  expect(sessionStorage.getItem('scroll')).toBeNull()
  resetState('u1')
  expect(sessionStorage.getItem('draft:hall')).toBe('{"title":"North"}')
  resetState('u2')
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('drafts that wait for one member are not there for another who signed in in another tab', () => {
  sessionStorage.setItem('draft:hall:new', '{"title":"North"}')
  useRoot.setState({ auth: { ...initialState.auth, userId: 'u1' } })
  dropForeignDrafts()
  expect(sessionStorage.getItem('draft:hall:new')).toBe('{"title":"North"}')
  resetState('u1')
  useRoot.setState({ auth: { ...initialState.auth, userId: 'u1' } })
  dropForeignDrafts()
  expect(sessionStorage.getItem('draft:hall:new')).toBe('{"title":"North"}')
  useRoot.setState({ auth: { ...initialState.auth, userId: 'u2' } })
  dropForeignDrafts()
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('a sign-in is one change for other tabs: root is never empty in between', () => {
  const set = vi.spyOn(localStorage, 'setItem')
  const removed = vi.spyOn(localStorage, 'removeItem')
  localStorage.setItem('other', '1')
  set.mockClear()
  resetState('u2', { auth: { ...initialState.auth, userId: 'u2' } })
  expect(useRoot.getState().auth.userId).toBe('u2')
  expect(removed.mock.calls).toEqual([['other']])
})

test('marks of a member who is not signed in outlive others, who neither see nor send them', () => {
  const [theirs, own] = ['marks:u1:s1:e1:2026-11-23T09:00:00Z', 'marks:u2:s1:e2:2026-11-23T09:00:00Z']
  localStorage.setItem(theirs, 'present')
  resetState('u2', { auth: { ...initialState.auth, userId: 'u2' } })
  localStorage.setItem(own, 'late')
  expect([theirs, own].map(isOthersMark)).toEqual([true, false])
  resetState()
  expect(localStorage.getItem(theirs)).toBe('present')
  expect(localStorage.getItem(own)).toBeNull()
  useRoot.setState({ auth: { ...initialState.auth, userId: 'u1' } })
  expect(isOthersMark(theirs)).toBe(false)
  resetState()
  expect(Object.keys(localStorage)).toEqual([])
})
