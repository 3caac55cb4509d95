/** Texts whose keys are known only while the product runs. */
export type OpenTexts = {
  /** The text of a key; a missing one is the key, which test/texts.once finds. */
  (key: string, values?: Record<string, string | number | Date>): string
  /** Whether the catalogue has a text of that key. */
  has: (key: string) => boolean
}

/** The one place where a text's key goes unchecked: `use-intl` knows the keys of each catalogue when it compiles. */
export const withOpenKeys = (texts: { has: (key: never) => boolean }): OpenTexts =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key is text however little is known of it
  texts as OpenTexts
