import { existsSync } from 'node:fs'

/** Where systems install it; the first has no windows, which is all that tests need, and takes a third less time. */
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** How the system's Chromium is started: as any user, even root, and requesting nothing but the tested pages. */
export const chromiumLaunch = {
  executablePath: process.env['CHROMIUM'] ?? places.find((path) => existsSync(path)) ?? 'chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
    // Without a graphics card its own process would only pass pictures on.
    '--in-process-gpu',
  ],
}
