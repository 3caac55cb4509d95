import { AsyncLocalStorage } from 'node:async_hooks'

/** The API call that a test's browser asks for at the moment. */
export const asked = new AsyncLocalStorage<string>()
