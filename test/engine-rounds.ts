import { inject } from 'vitest'
import { isOwnWay } from './rounds.ts'

/**
 * Whether this engine takes the element at `index` of a long walk: by day the server takes every other one, the
 * embedded engine half of those in between; at night each takes all.
 */
export const isOwnShare = (index: number): boolean => (inject('serverUrl') === '' ? isOwnWay(index, 1, 4) : isOwnWay(index, 0, 2))
