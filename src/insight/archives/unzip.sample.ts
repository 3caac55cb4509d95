import { crc32, inflateRawSync } from 'node:zlib'

/** The files of a ZIP by path: an independent reader that uses the directory at the end. @throws where a checksum or size is wrong */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('No entry of a directory')
    const method = zip.readUInt16LE(at + 10)
    const [sum, packed, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)]
    const [nameLength, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)]
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(from, from + packed)
    const content = method === 8 ? inflateRawSync(bytes) : bytes
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString()
    if (content.length !== size || crc32(content) !== sum) throw new Error(`${name} is broken`)
    files.set(name, content)
    at += 46 + nameLength + extra + comment
  }
  return files
}
