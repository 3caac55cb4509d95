/** Texts whose keys are known only at run time. */
export type OpenTexts = {
  /** The text of a key; a missing text is shown as its key, which test/texts.once finds. */
  (key: string, values?: Record<string, string | number | Date>): string
  /** Whether the catalogue has a text for that key. */
  has: (key: string) => boolean
}

/** The one place where text keys are not checked: elsewhere `use-intl` checks each catalogue's keys at compile time. */
export const withOpenKeys = (texts: { has: (key: never) => boolean }): OpenTexts =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key is text however little is known of it
  texts as OpenTexts
