import { existsSync, readFileSync } from 'node:fs'
import { counts } from './counts.ts'
import { creates } from './creates.ts'
import { limits } from './limits.ts'
import { money } from './money.ts'
import type { Mutant } from './mutant.ts'
import { passkeys } from './passkeys.ts'
import { permission } from './permission.ts'
import { prices } from './prices.ts'
import { time } from './time.ts'

/** All mutants, each of which the nightly run makes once. */
export const allMutants: readonly Mutant[] = [...permission, ...money, ...prices, ...limits, ...passkeys, ...time, ...counts, ...creates]

/** Whether a mutant's rule is no longer in its source, or more than once. */
export const isStale = ({ file, from }: Mutant) => !existsSync(file) || readFileSync(file, 'utf8').split(from).length !== 2

/** A mutant in one line. */
export const mutantText = ({ file, from, to }: Mutant) => `${file}: ${JSON.stringify(from)} -> ${JSON.stringify(to)}`
