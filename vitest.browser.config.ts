import { globSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { texts } from './scripts/texts-plugin.ts'
import { tokens } from './scripts/tokens-plugin.ts'
import { chromiumLaunch } from './test/chromium.ts'
import { screensLeftOut } from './test/turns.ts'

/**
 * Lets the browser store the sources for as long as it runs: each file of tests loads hundreds of them, and would
 * ask for each whether it has changed.
 */
const stored: Plugin = {
  name: 'stored-sources',
  configureServer({ config, middlewares }) {
    // Where files are watched, they change.
    if (config.server.watch !== null) return
    middlewares.use((_request, response, next) => {
      const set = response.setHeader.bind(response)
      response.setHeader = (name, value) => set(name, value === 'no-cache' ? 'max-age=31536000, immutable' : value)
      next()
    })
  },
}

const screens = 'src/**/*.browser.test.tsx'

export default defineConfig({
  plugins: [react({ compiler: true }), texts(), tokens(), stored],
  // Found only while a test runs, they would make the browser reload it, with a second React.
  optimizeDeps: {
    include: [
      '@internationalized/date',
      '@orpc/client',
      '@orpc/client/fetch',
      '@orpc/contract',
      '@simplewebauthn/browser',
      '@tanstack/react-query',
      '@tanstack/react-router',
      'papaparse',
      'react-aria/I18nProvider',
      'react-aria/useCalendar',
      'react-aria/useDateField',
      'react-hot-toast',
      'react-stately/useCalendarState',
      'react-stately/useDateFieldState',
      'use-intl',
      'zod/mini',
      'zustand',
      'zustand/middleware',
    ],
  },
  test: {
    name: 'browser',
    include: [screens],
    exclude: screensLeftOut(globSync(screens)),
    setupFiles: './test/browser.setup.ts',
    // Ends what hangs, as that of the other projects.
    testTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: chromiumLaunch,
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
