/** The encodings of bank files that are not Unicode: Western European, and Arabic (Windows). */
const western = 'windows-1252'
const arabic = 'windows-1256'

/** The UTF-16 of bytes without a byte order mark, by where their zeros lie; null if they have none. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const start = bytes.subarray(0, 400)
  const zeros = (parity: number) => start.filter((byte, at) => byte === 0 && at % 2 === parity).length
  const [even, odd] = [zeros(0), zeros(1)]
  if (Math.max(even, odd) < start.length / 10) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** Whether bytes in a code page of Windows are Arabic: most letters beyond ASCII then lie next to one another. */
function isArabic(bytes: Uint8Array): boolean {
  const letters = bytes.filter((byte) => byte >= 0xc0).length
  const besides = bytes.filter((byte, at) => byte >= 0xc0 && (bytes[at + 1] ?? 0) >= 0xc0).length
  return letters > 3 && besides > letters / 2
}

/** The encoding that an XML file declares; null if it is no XML or declares none that is known. */
function declaredEncoding(bytes: Uint8Array): string | null {
  const start = new TextDecoder(western).decode(bytes.subarray(0, 200))
  const name = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w-]+)["']/i.exec(start)?.[1]
  if (name === undefined) return null
  try {
    return new TextDecoder(name).encoding
  } catch {
    return null
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const wide = utf16Of(bytes)
  if (wide) return wide
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return declaredEncoding(bytes) ?? (isArabic(bytes) ? arabic : western)
  }
}

/** The text of a bank file without its byte order mark: UTF-8, UTF-16, the encoding that XML declares, or Windows-1252 or -1256. */
export function decodeBankText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes)
}
