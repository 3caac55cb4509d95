/**
 * Reads JSON that the product wrote itself, so that its shape is known: a draft, a job, a copied value. What others wrote goes
 * through a schema.
 * @throws SyntaxError for what is no JSON
 */
export function ownJson<Value>(text: string): Value {
  const value: Value = JSON.parse(text)
  return value
}
