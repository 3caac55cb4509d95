import { readdirSync, readFileSync } from 'node:fs'
import { platformTables } from '#db/safety.ts'
import { checkStatement, rules, tablesOf, type Fault, type Tables } from './statements.ts'

/** A text that the product sent while tests ran, the call that caused it ('' if none) and its place in the source ('' if unknown). */
export type Collected = { text: string; call: string; source: string }

/** Tables whose rows are the same on every node of a cluster. */
const referenceTables = ['countries', 'serviceTypes']

/** Database functions that read or write platform tables on behalf of any caller. */
const platformFunctions = ['boardOwner', 'boardParts', 'enterStanding', 'standingAmong']

/** The tables of the current schema. */
export const tables = (): Tables =>
  tablesOf(readFileSync('src/db/schema.gen.ts', 'utf8'), platformTables, referenceTables, platformFunctions)

/** What the processes of a run recorded, each text once. */
export function collectedIn(folder: string): Collected[] {
  const lines = readdirSync(folder).flatMap((file) => readFileSync(`${folder}/${file}`, 'utf8').split('\n').filter(Boolean))
  return [...new Map(lines.map((line) => JSON.parse(line) as Collected).map((one) => [one.text, one])).values()]
}

type Found = Collected & Fault

/** The rules that the texts break, one fault for each rule, table and place. */
export function faultsOf(collected: readonly Collected[], all: Tables = tables()): Found[] {
  const found = new Map<string, Found>()
  for (const one of collected) {
    for (const fault of checkStatement(one.text, all)) {
      const key = `${fault.rule} ${fault.what} ${one.source}`
      if (!found.has(key)) found.set(key, { ...one, ...fault })
    }
  }
  return [...found.values()]
}

/** Describes a fault: where it is, which call caused it and what to do. */
export const problemOf = ({ rule, what, source, call, text }: Found): string =>
  `${source || 'unknown place'}${call && ` (call ${call})`} breaks "${rule}" with ${what}. ${rules[rule]}\n  ${text.replaceAll(/\s+/g, ' ')}`
