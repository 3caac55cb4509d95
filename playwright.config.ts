import { globSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from './test/chromium.ts'
import { journeysLeftOut } from './test/turns.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  testIgnore: journeysLeftOut(globSync('e2e/*.e2e.ts')).map((file) => `**/${file}`),
  globalSetup: './e2e/template.setup.ts',
  outputDir: '.cache/e2e',
  // More than cores: journeys wait for pages.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Asia/Dubai',
    trace: 'off',
    // Requests that a service worker makes can't be held back or failed by a journey; those of phone.e2e.ts allow it.
    serviceWorkers: 'block',
    // Drawing each step of what moves takes a tenth of the work; two long journeys and the browser tests see it move.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: chromiumLaunch,
  },
})
