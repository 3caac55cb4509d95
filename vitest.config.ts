import { defineConfig } from 'vitest/config'

const node = {
  environment: 'node',
  include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
  exclude: ['**/*.browser.test.*'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  pool: 'forks' as const,
}

export default defineConfig({
  test: {
    // One file at a time: tests that count hashes, kills or waits must not fight for the cores.
    maxWorkers: 1,
    projects: [
      { test: { ...node, name: 'embedded', globalSetup: './test/embedded.setup.ts' } },
      // Tests that do not touch a database run once, with the embedded project.
      {
        test: {
          ...node,
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
