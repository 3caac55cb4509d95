import { AsyncLocalStorage } from 'node:async_hooks'

/** The API call that a test's client is currently making. */
export const asked = new AsyncLocalStorage<string>()
