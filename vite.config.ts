import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { screens } from '#app/screens.ts'
import { keysOf, recordOf } from '#lib/choices.ts'
import { ariaTexts } from './scripts/aria-texts-plugin.ts'
import { firstLoads } from './scripts/first-loads.ts'
import { lazyScreens } from './scripts/screens-plugin.ts'
import { texts } from './scripts/texts-plugin.ts'
import { tokens } from './scripts/tokens-plugin.ts'

/** What a first load calls nearly all of: the browser compiles it while it arrives, and not function by function when it is called. */
const eager = new Set(['base', 'common', 'frame', 'shell'])

const entries = { public: resolve('src/app/public/public.tsx'), shell: resolve('src/app/start.tsx') }

const screenFiles = recordOf(keysOf(screens), (path) => resolve('src', screens[path].file))

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react({ compiler: true }), texts(), tokens(), ariaTexts(), lazyScreens()],
  resolve: { alias: [{ find: /^use-intl\/format-message$/, replacement: resolve('src/web/format-message.ts') }] },
  // What the server renders while developing takes the function above from here too, not from use-intl as installed.
  ssr: { noExternal: isSsrBuild ? true : ['use-intl'] },
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: ['src/app/public/prerender.tsx', 'src/app/first-picture.tsx'], output: { entryFileNames: '[name].js' } },
      }
    : {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: { ...entries, early: 'src/app/early.ts', fonts: 'src/ui/fonts.css' },
          output: {
            postBanner: ({ name }) => (eager.has(name) ? '//# allFunctionsCalledOnLoad' : ''),
            codeSplitting: firstLoads({
              signedOut: [entries.public],
              signedIn: [entries.shell, screenFiles['/']],
              soon: [resolve('src/app/notices.tsx'), resolve('src/app/unsent.tsx')],
              screens: Object.values(screenFiles),
            }),
          },
        },
      },
}))
