import { globSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { long } from './test/long.ts'
import { isNightly, onlyAtNight } from './test/rounds.ts'
import { leftOut } from './test/turns.ts'

const node = {
  environment: 'node',
  include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
  exclude: ['**/*.browser.test.*', '**/*.citus.test.*', ...(isNightly ? [] : onlyAtNight)],
  // Ends what hangs. How long something may take is for its test to measure: machines differ by more than this allows for.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
  pool: 'forks' as const,
}

/** Files that share a process load the product once; a test that changes what all share puts it back. */
const shared = { ...node, isolate: false, setupFiles: './test/passwords.setup.ts' }

/** Run once, but on the PostgreSQL server, which answers sooner: they ask the database for much and nothing of an engine. */
const onServer = ['src/business/accounts/addresses.once.test.ts', 'src/money/banking/bank-month.once.test.ts']

/** Wait for limits of the product's own, a minute or a quarter of one, and use next to no core: they run beside all others, in no one's place. */
const waitingOnce = ['database-silent', 'durable-server', 'mails', 'stop-silent', 'stop-mail'].map((name) => `test/${name}.once.test.ts`)
const waiting = [...waitingOnce, 'test/outbox.test.ts', 'src/business/developers/dispatch.test.ts']

/** Measure within how many seconds something ends or comes back, and wait for it: they run beside one other, not among three. */
const outages = ['test/stop.once.test.ts', 'test/stop-busy.once.test.ts', 'test/outage.once.test.ts']

/** Tests that do not touch a database run once, with the embedded project, and so do those of pure decisions. */
const ofDatabases = {
  include: [
    'src/{kernel,entrance,business,directory,timetable,money,insight}/**/!(*.once).test.ts',
    'src/db/{shared,shared-rows,together}.test.ts',
    'test/**/!(*.once).test.ts',
    ...onServer,
  ],
  exclude: [...node.exclude, 'src/**/*.rules.test.ts'],
}

/** What is not to be had there: triggers, by which failures are injected, and the locks of all nodes in one view. */
const notOnCluster = ['test/full-disk.test.ts', 'src/business/accounts/register.test.ts', 'src/insight/erasure/meeting.test.ts']

/** What this run leaves to others. */
const later = leftOut(globSync(ofDatabases.include, { exclude: [...ofDatabases.exclude, ...onServer] }), [...outages, ...waitingOnce])

const onCluster = {
  test: {
    ...shared,
    ...ofDatabases,
    name: 'citus',
    globalSetup: './test/citus.setup.ts',
    include: [...ofDatabases.include, 'test/*.citus.test.ts'],
    exclude: [...ofDatabases.exclude.filter((pattern) => pattern !== '**/*.citus.test.*'), ...notOnCluster],
  },
}

/** Begins with the files that take long, since one that began last would run while other cores have nothing to do. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turn = ({ moduleId }: TestSpecification) => long.findIndex((file) => moduleId.endsWith(`/${file}`)) + 1 || Infinity
    // oxlint-disable-next-line unicorn/no-array-sort -- No array's, but the sequencer's own.
    const others = await super.sort(files)
    return others.toSorted((a, b) => (turn(a) === turn(b) ? 0 : turn(a) - turn(b)))
  }
}

export default defineConfig({
  test: {
    // One file at a time unless a command says more.
    maxWorkers: 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'embedded',
          globalSetup: './test/embedded.setup.ts',
          exclude: [...node.exclude, ...outages, ...waiting, ...onServer, ...later.embedded],
        },
      },
      ...[
        { ...node, name: 'outages', include: outages },
        { ...shared, name: 'waiting', include: waiting },
      ].map((test) => ({ test: { ...test, globalSetup: './test/embedded.setup.ts', exclude: [...test.exclude, ...later.embedded] } })),
      {
        test: {
          ...shared,
          ...ofDatabases,
          exclude: [...ofDatabases.exclude, ...later.server],
          name: 'server',
          setupFiles: [shared.setupFiles, './test/statements.setup.ts'],
          globalSetup: './test/postgres.setup.ts',
        },
      },
      // The same tests on a Citus cluster, where one is given.
      ...(process.env['CITUS_URL'] ? [onCluster] : []),
      './vitest.browser.config.ts',
    ],
  },
})
