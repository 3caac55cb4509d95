import { fieldsOf } from '#lib/choices.ts'
import type { Rule } from '#lib/fields.ts'
import { invalid } from './failure.ts'
import { englishText } from './texts.ts'

/**
 * The fields of a record as a change leaves them: what it doesn't name stays.
 * @param fields the names of all fields that a change may name
 * @param before the stored record, which has each of them; none of one that is being made
 * @param named what the input names, perhaps with the id and the version of the record that it is about, which are no fields
 * @param rules what must hold over several fields, checked on the whole
 * @throws request/invalid at the field of each rule that is broken
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
