import { isNightly } from './rounds.ts'

/**
 * The seed for a test's random values: constant in an ordinary run, which must not
 * fail by chance; new each night, so that nightly runs cover more. Set the variable to reproduce a failed night.
 */
export function seedOf(variable: 'MONEY_SEED' | 'FUZZ_SEED' | 'BOARD_SEED' | 'EFFECTS_SEED' | 'PAY_SEED' | 'REVENUE_SEED'): number {
  const given = process.env[variable]
  const seed = given ? Number(given) : isNightly ? Date.now() % 2 ** 31 : 20_261_122
  console.log(`${variable}=${seed}`)
  return seed
}
