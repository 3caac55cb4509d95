/**
 * Parses JSON without assuming its shape, even if the product wrote it: another version may have. A schema or a check of
 * its fields establishes the type.
 * @throws SyntaxError for invalid JSON
 */
export const readJson = (text: string): unknown => JSON.parse(text)
