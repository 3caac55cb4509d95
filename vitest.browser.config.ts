import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react({ compiler: true })],
  // Found only while a test runs, they would make the browser reload it, with a second React.
  optimizeDeps: {
    include: [
      '@orpc/client',
      '@orpc/client/fetch',
      '@orpc/contract',
      '@tanstack/react-query',
      '@tanstack/react-router',
      'react-hot-toast',
      'use-intl',
      'zod/mini',
      'zustand',
      'zustand/middleware',
    ],
  },
  test: {
    name: 'browser',
    include: ['src/**/*.browser.test.tsx'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
          args: [
            '--no-sandbox',
            '--disable-gpu',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
            '--no-first-run',
            '--disable-quic',
          ],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
