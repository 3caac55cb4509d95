import { inject } from 'vitest'
import { isOwnWay } from './rounds.ts'

/** Whether this engine takes the element at `index` of a long walk: by day the two engines alternate, at night each takes all. */
export const isOwnHalf = (index: number): boolean => isOwnWay(index, inject('serverUrl') === '' ? 1 : 0, 2)
