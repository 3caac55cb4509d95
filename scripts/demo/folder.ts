import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes the demo in a new folder, which its caller removes. @param use part of the folder's name */
export async function makeDemoFolder(use: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `touchline-${use}-`))
  const child = spawn('node_modules/.bin/node', ['scripts/demo.ts'], {
    // A build in this process has set NODE_ENV to production.
    env: { ...process.env, NODE_ENV: 'development', DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`the demo ended with ${code}`)
  return folder
}
