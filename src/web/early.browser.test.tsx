import { afterEach, expect, test, vi } from 'vitest'
import type { setupContract } from '#business/setup/vendor.contract.ts'
import { callsOf } from './server-calls.ts'
import { changed } from './changed.ts'

const api = callsOf<{ setup: typeof setupContract }>()
const progress = (percent: number) => Response.json({ json: { percent } })

afterEach(() => {
  vi.unstubAllGlobals()
  window.earlyAnswers = new Map()
})

test('an answer that was asked for before a change is not taken for its outcome', async () => {
  vi.stubGlobal('fetch', async () => progress(40))
  window.earlyAnswers = new Map([['/rpc/setup/progress{}', Promise.resolve(progress(20))]])
  await changed('services')
  expect(await api.setup.progress()).toMatchObject({ percent: 40 })
})

test('an early answer is taken once', async () => {
  vi.stubGlobal('fetch', async () => progress(40))
  window.earlyAnswers = new Map([['/rpc/setup/progress{}', Promise.resolve(progress(20))]])
  expect(await api.setup.progress()).toMatchObject({ percent: 20 })
  expect(await api.setup.progress()).toMatchObject({ percent: 40 })
})
