import { isNightly } from './rounds.ts'

/**
 * The seed of what a test draws at random: always the same in an ordinary run, which must not
 * fail by chance; a new one each night, so that the nights see more. A red night is repeated by the variable.
 */
export function seedOf(variable: 'MONEY_SEED' | 'FUZZ_SEED' | 'BOARD_SEED'): number {
  const given = process.env[variable]
  const seed = given ? Number(given) : isNightly ? Date.now() % 2 ** 31 : 20_261_122
  console.log(`${variable}=${seed}`)
  return seed
}
