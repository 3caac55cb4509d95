import { restoreDataDir } from '#db/embedded/restore.ts'
import { restoreServer } from '#db/embedded/server.ts'
import { readConfig } from '#kernel/config.ts'

/** `npm run restore <folder>`: restores a backup into an empty DATA_DIR, or into the empty database at DATABASE_URL. */
const [folder] = process.argv.slice(2)
if (!folder) {
  process.stderr.write('Name the folder of a backup: npm run restore <folder>\n')
  process.exit(2)
}
try {
  const { dataDir, databaseUrl } = readConfig(process.env)
  const begun = performance.now()
  const manifest = await (databaseUrl ? restoreServer(databaseUrl, dataDir, folder) : restoreDataDir(dataDir, folder))
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  process.stdout.write(`Restored ${rows} rows and ${manifest.media.length} images of ${manifest.madeAt} in ${seconds} s\n`)
  if (!manifest.key) process.stdout.write('Start with the SECRET_KEY of then\n')
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
