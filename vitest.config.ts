import { defineConfig } from 'vitest/config'

const node = {
  environment: 'node',
  include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
  exclude: ['**/*.browser.test.*'],
  // Ends what hangs. How long something may take is for its test to measure: machines differ by more than this allows for.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  pool: 'forks' as const,
}

/** Files that share a process load the product once; a test that changes what all share puts it back. */
const shared = { ...node, isolate: false }

/** Tests that measure how soon something answers or comes back, or fill the cores themselves: they must not fight for the cores. */
const alone = ['src/features/accounts/flood.test.ts', 'test/{outage,stop}.once.test.ts']

export default defineConfig({
  test: {
    // One file at a time unless a command says more.
    maxWorkers: 1,
    projects: [
      { test: { ...shared, name: 'embedded', globalSetup: './test/embedded.setup.ts', exclude: [...node.exclude, ...alone] } },
      { test: { ...node, name: 'alone', globalSetup: './test/embedded.setup.ts', include: alone } },
      // Tests that do not touch a database run once, with the embedded project.
      {
        test: {
          ...shared,
          name: 'server',
          globalSetup: './test/postgres.setup.ts',
          include: ['src/features/**/*.test.ts', 'src/server/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...node.exclude, '**/*.once.test.ts'],
        },
      },
      './vitest.browser.config.ts',
    ],
  },
})
