import { fieldsOf } from './choices.ts'

/** Whether a stored value has the type of the usual one: text for text, a list of alike for a list. Null fits every type and vice versa. */
function fits(usual: unknown, stored: unknown): boolean {
  if (usual === null || stored === null) return true
  if (Array.isArray(usual)) return Array.isArray(stored) && (usual.length === 0 || stored.every((one) => fits(usual[0], one)))
  if (typeof usual !== typeof stored || Array.isArray(stored)) return false
  const [fields, storedFields] = [fieldsOf(usual), fieldsOf(stored)]
  // Fields that one of them lacks may belong to another variant, such as a bill line without a batch.
  return Object.keys(fields).every((name) => storedFields[name] === undefined || fits(fields[name], storedFields[name]))
}

/**
 * The values stored outside the product's control, such as a draft in a browser, that fit where such values are
 * expected: another version may have stored them differently.
 * @param usual values in their current form
 */
export function fitting<Values extends Record<string, unknown>>(usual: Values, stored: unknown): Partial<Values> {
  const found = Object.entries(fieldsOf(stored)).filter(([name, value]) => Object.hasOwn(usual, name) && fits(usual[name], value))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each was just found to fit where it goes
  return Object.fromEntries(found) as Partial<Values>
}
