/**
 * Reads JSON of which nothing is known yet, though the product wrote it: another version of it may have. A schema or a look at
 * its fields says what it is.
 * @throws SyntaxError for what is no JSON
 */
export const readJson = (text: string): unknown => JSON.parse(text)
