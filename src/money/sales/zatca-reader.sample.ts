/**
 * Reads the values of a Saudi invoice's code: TLV in base64, tags from 1 on in their order. It shares nothing with what
 * writes the code.
 * @throws Error where a tag or a length is wrong
 */
export function readZatca(text: string): string[] {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  const values: string[] = []
  for (let at = 0; at < bytes.length;) {
    const [tag = 0, length = 0] = bytes.subarray(at, at + 2)
    if (tag !== values.length + 1) throw new Error(`tag ${tag} after ${values.length} values`)
    if (at + 2 + length > bytes.length) throw new Error(`value ${tag} ends after the code`)
    values.push(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(at + 2, at + 2 + length)))
    at += 2 + length
  }
  return values
}
