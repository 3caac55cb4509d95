import { fieldsOf } from './choices.ts'

/** Whether a value may stand where another one does: text for text, a list of alike for a list. Nothing fits everywhere, and anything fits nothing. */
function fits(usual: unknown, stored: unknown): boolean {
  if (usual === null || stored === null) return true
  if (Array.isArray(usual)) return Array.isArray(stored) && (usual.length === 0 || stored.every((one) => fits(usual[0], one)))
  if (typeof usual !== typeof stored || Array.isArray(stored)) return false
  const [fields, storedFields] = [fieldsOf(usual), fieldsOf(stored)]
  // Fields that one of them lacks may be those of another choice, such as a line of a bill without a batch.
  return Object.keys(fields).every((name) => storedFields[name] === undefined || fits(fields[name], storedFields[name]))
}

/**
 * Of values that were kept outside the product's reach, such as a draft in a browser, those that stand where such ones are
 * expected: another version may have kept them otherwise.
 * @param usual values as they are now
 */
export function fitting<Values extends Record<string, unknown>>(usual: Values, stored: unknown): Partial<Values> {
  const found = Object.entries(fieldsOf(stored)).filter(([name, value]) => Object.hasOwn(usual, name) && fits(usual[name], value))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each was just found to fit where it goes
  return Object.fromEntries(found) as Partial<Values>
}
