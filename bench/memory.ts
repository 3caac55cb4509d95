import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { busySpell, within } from '../test/little-memory.ts'
import { newDataDir, startProduct } from '../test/product.ts'

/**
 * How much memory the product uses with the demo's data, within a container's limit:
 * `node bench/memory.ts <a DATA_DIR filled by npm run demo> [megabytes, 512] [seconds, 60]`. Requires a built app.
 */
const [from = 'data', megabytes = '512', seconds = '60'] = process.argv.slice(2)
const { dataDir, remove } = newDataDir()
cpSync(join(from, 'database'), join(dataDir, 'database'), { recursive: true })
cpSync(join(from, 'media'), join(dataDir, 'media'), { recursive: true })
cpSync(join(from, 'secret.key'), join(dataDir, 'secret.key'))
const little = within(Number(megabytes) * 2 ** 20)
const product = await startProduct({ DATA_DIR: dataDir }, undefined, '.', little.command('src/main.ts'))
const { pid = 0 } = product.child
const say = (when: string) => console.log(`${when}: at most ${Math.round(little.peak(pid) / 2 ** 20)} MB`)
if (product.url) {
  say('started')
  const counts = await busySpell(product.url, Number(seconds) * 1000)
  say(`after ${seconds} s`)
  console.log(counts)
  product.child.kill('SIGTERM')
}
console.log('ended with', await product.ended, product.errors())
little.remove()
remove()
