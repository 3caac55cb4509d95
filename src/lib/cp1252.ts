/** The characters of the bytes 0x80 to 0x9f in Windows-1252; a space where there is none. All other bytes are as in Unicode. */
const upper = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'
const upperBytes = new Map([...upper].flatMap((character, at) => (character === ' ' ? [] : [[character, 0x80 + at] as const])))

/** The byte of a character in Windows-1252; undefined where it has none. */
function byteOf(character: string): number | undefined {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : upperBytes.get(character)
}

/** Whether Windows-1252 has every character of a text. */
export const isCp1252 = (text: string): boolean => [...text].every((character) => byteOf(character) !== undefined)

/** A text in Windows-1252; a character that it lacks becomes a question mark. */
export function cp1252Bytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length)
  let length = 0
  for (const character of text) {
    bytes[length] = byteOf(character) ?? 0x3f
    length += 1
  }
  return bytes.slice(0, length)
}
