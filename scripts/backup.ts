import { resolve } from 'node:path'
import { backupDataDir } from '#db/embedded/backup.ts'
import { backupServer } from '#db/embedded/server.ts'
import { readConfig } from '#kernel/config.ts'

/** `npm run backup <folder>`: copies database, images and key into a new folder, whether or not the server is running. */
const [folder] = process.argv.slice(2)
if (!folder) {
  process.stderr.write('Name a new folder: npm run backup <folder>\n')
  process.exit(2)
}
try {
  const { dataDir, databaseUrl, s3 } = readConfig(process.env)
  const begun = performance.now()
  const manifest = await (databaseUrl ? backupServer(databaseUrl, dataDir, folder) : backupDataDir(dataDir, folder))
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  process.stdout.write(`Backed up ${rows} rows and ${manifest.media.length} images to ${resolve(folder)} in ${seconds} s\n`)
  if (s3) process.stdout.write(`Images lie in the bucket ${s3.bucket}, which keeps its own copies\n`)
  process.stdout.write(
    manifest.key ? 'The folder holds the key that opens sealed data: keep it private\n' : 'SECRET_KEY is not in it: keep it elsewhere\n',
  )
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
