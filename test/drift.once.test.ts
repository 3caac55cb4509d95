import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchInput } from '#timetable/batches/batch.contract.ts'
import { challengeInput } from '#insight/challenges/challenge.contract.ts'
import { customerInput } from '#directory/customers/customer.contract.ts'
import { hallInput } from '#directory/halls/hall.contract.ts'
import { quoteInput } from '#money/quotes/quote.contract.ts'
import { serviceInput } from '#directory/services/service.contract.ts'
import { closureInput } from '#timetable/sessions/closure.contract.ts'
import { vendorInput } from '#business/setup/vendor.contract.ts'
import { inviteInput } from '#directory/team/team.contract.ts'
import { timeOffFields } from '#timetable/timeoff/timeoff.contract.ts'
import { trainerInput } from '#directory/trainers/trainer.contract.ts'
import { testApp, type TestApp } from './app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const inputs = {
  batches: batchInput,
  challenges: challengeInput,
  closures: closureInput,
  customers: customerInput,
  halls: hallInput,
  invitations: inviteInput,
  quotes: quoteInput,
  services: serviceInput,
  timeOff: timeOffFields,
  trainers: trainerInput,
  vendors: vendorInput,
}

type Node = {
  _zod: {
    def: { type: string; checks?: { _zod: { def: Record<string, unknown> } }[]; innerType?: Node; options?: Node[]; entries?: object }
  }
}

/** What a field's schema says: the longest text, the largest number, or the words of a choice. */
function limitsOf(node: Node): { length?: number; most?: number; words?: string[] } {
  const { def } = node._zod
  if (def.innerType) return limitsOf(def.innerType)
  if (def.options) return Object.assign({}, ...def.options.map(limitsOf)) as object
  if (def.entries) return { words: Object.keys(def.entries).toSorted() }
  const found: { length?: number; most?: number } = {}
  for (const { _zod } of def.checks ?? []) {
    if (_zod.def['check'] === 'max_length') found.length = Number(_zod.def['maximum'])
    if (_zod.def['check'] === 'less_than') found.most = Number(_zod.def['value'])
  }
  return found
}

test('every limit of a form is the limit of its column: texts, numbers and choices', async () => {
  const { rows } = await sql<{ table: string; text: string }>`
    select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as "text" from pg_constraint where contype = 'c'`.execute(
    app.app.db.kysely,
  )
  const differences: string[] = []
  let compared = 0
  for (const [table, { shape }] of Object.entries(inputs)) {
    const checks = rows.filter((row) => row.table === table || row.table === `"${table}"`).map(({ text }) => text)
    for (const [field, schema] of Object.entries(shape)) {
      const { length, most, words } = limitsOf(schema as unknown as Node)
      for (const check of checks) {
        const column = `"?${field}"?`
        const texts = new RegExp(String.raw`char_length\(${column}\) <= (\d+)`).exec(check)
        if (texts && length !== undefined) {
          compared += 1
          if (Number(texts[1]) !== length)
            differences.push(`${table}.${field}: the form takes ${length} characters, the column ${texts[1]}`)
        }
        const numbers = new RegExp(String.raw`[( ]${column} <= '?(\d+)`).exec(check)
        if (numbers && most !== undefined) {
          compared += 1
          if (Number(numbers[1]) !== most) differences.push(`${table}.${field}: the form takes ${most}, the column ${numbers[1]}`)
        }
        if (words && new RegExp(String.raw`[( ]${column} = ANY`).test(check)) {
          compared += 1
          const known = [...check.matchAll(/'([^']*)'::text/g)].map(([, word = '']) => word)
          const lacking = words.filter((word) => !known.includes(word))
          if (lacking.length > 0) differences.push(`${table}.${field}: the column does not know ${lacking.join(', ')}`)
        }
      }
    }
  }
  expect(differences).toEqual([])
  expect(compared).toBeGreaterThan(20)
})
