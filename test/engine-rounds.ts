import { inject } from 'vitest'
import { isOwnWay } from './rounds.ts'

/** Whether the element at `index` of a long walk is this engine's: by day every other one, and the rest are the other engine's; at night each is. */
export const isOwnHalf = (index: number): boolean => isOwnWay(index, inject('serverUrl') === '' ? 1 : 0, 2)
