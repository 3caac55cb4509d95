import { fieldsOf } from '#lib/choices.ts'
import type { Rule } from '#lib/fields.ts'
import { invalid } from './failure.ts'
import { englishText } from './texts.ts'

/**
 * The fields of a record after a change: fields that it does not name keep their values.
 * @param fields the names of all fields that a change may name
 * @param before the stored record, which has each of them; empty for a new record
 * @param named the fields that the input names, perhaps with the id and version of the record, which are not fields
 * @param rules the rules over several fields, checked on the whole record
 * @throws request/invalid at the field of each violated rule
 */
export function changedRecord<Input extends object>(
  fields: readonly string[],
  before: object,
  named: Partial<Input>,
  rules: readonly Rule<Input>[] = [],
): Input {
  const stored: Record<string, unknown> = { ...before }
  const { id: _id, version: _version, ...all } = fieldsOf(named)
  for (const field of fields) if (all[field] === undefined) all[field] = stored[field]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the record has what the change does not name
  const whole = all as Input
  const broken = rules.filter(({ holds }) => !holds(whole))
  if (broken.length > 0) throw invalid(broken.map(({ path, error }) => ({ path: [path], key: error, message: englishText(error) })))
  return whole
}
