import { inject } from 'vitest'
import { isOwnWay } from './rounds.ts'

/** The embedded engine and a server take different parts of a walk that is divided between them. */
const way = () => (inject('serverUrl') === '' ? 1 : 0)

/** Whether this engine takes the element at `index` of a long walk: by day the two engines alternate, at night each takes all. */
export const isOwnHalf = (index: number): boolean => isOwnWay(index, way(), 2)

/** The same, by day a fifth for each engine. */
export const isOwnFifth = (index: number): boolean => isOwnWay(index, way(), 5)
