/** The names of an object's fields. The object must not have fields beyond those of its type. */
export function keysOf<Fields extends object>(of: Fields): Extract<keyof Fields, string>[] {
  const names: Extract<keyof Fields, string>[] = []
  for (const name in of) if (Object.hasOwn(of, name)) names.push(name)
  return names
}

/** Whether an object has its own field of that name. */
export const hasKey = <Fields extends object>(of: Fields, name: PropertyKey): name is keyof Fields => Object.hasOwn(of, name)

/** The fields of an unknown value, such as an answer or a thrown error; none if it is not an object. */
export const fieldsOf = (value: unknown): Partial<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** Creates an object from names and their values. */
export const recordFrom = <Name extends string, Value>(entries: readonly (readonly [Name, Value])[]): Record<Name, Value> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets the names
  Object.fromEntries(entries) as Record<Name, Value>

/** Creates an object with a value for each name. */
export const recordOf = <Name extends string, Value>(names: readonly Name[], value: (name: Name) => Value): Record<Name, Value> =>
  recordFrom(names.map((name) => [name, value(name)]))

/** The fields of an object under prefixed names: `{ 'halls.list': … }` from `halls` and `{ list: … }`. */
export const prefixed = <const Prefix extends string, Name extends string, Value>(prefix: Prefix, fields: Record<Name, Value>) =>
  recordFrom(keysOf(fields).map((name) => [`${prefix}.${name}` as const, fields[name]]))

/** Narrows a word to one of the choices, such as the value of a column whose CHECK permits only these. @throws for any other word */
export function choiceOf<Choice extends string>(choices: readonly Choice[], word: string): Choice {
  const found = choices.find((choice) => choice === word)
  if (found === undefined) throw new Error(`${word} is none of ${choices.join()}`)
  return found
}
