import { writeSync } from 'node:fs'
import { DurableFiles } from './durable.ts'
import { openEmbedded } from './open-embedded.ts'
import { pairsTable, writePair } from './pairs.sample.ts'

/**
 * Run by the durability tests in a separate process: writes pairs of rows, each pair one transaction,
 * and prints each number only after its commit, until it is killed or its disk fails.
 */
const [dataDir = '', first = '0', goodSyncs = 'Infinity'] = process.argv.slice(2)

class FailingFiles extends DurableFiles {
  protected override syncFile(descriptor: number, path: string): void {
    if (this.walSyncs >= Number(goodSyncs)) throw Object.assign(new Error('The disk failed'), { code: 'EIO' })
    super.syncFile(descriptor, path)
  }
}

const { pglite } = await openEmbedded(dataDir, { files: (directory) => new FailingFiles(directory) })
await pglite.exec(pairsTable)
writeSync(1, 'ready\n')
for (let n = Number(first); ; n++) {
  await writePair(pglite, n)
  writeSync(1, `${n}\n`)
}
