import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { lazyScreens } from './scripts/screens-plugin.ts'
import { texts } from './scripts/texts-plugin.ts'
import { tokens } from './scripts/tokens-plugin.ts'

/** What each first load needs, signed in or not; of the rooms' clients those of the signed-out pages. */
const base = new RegExp(
  [
    String.raw`/node_modules/(?:react|react-dom|scheduler|use-intl|@orpc/(?:client|shared|standard-server|standard-server-fetch)|zustand)/`,
    String.raw`/src/(?:lib/(?:days|failures|links|manner|plans|roles)|web/(?:client|calls|failure|use-may|read|state)|app/texts|ui/(?:tokens|fallback-fonts|base|preferences|button|use-language|failure-text|open-texts)[.])`,
    String.raw`/src/(?:business/accounts/session[.]rules|business/accounts/session-pending|(?:business/(?:accounts|setup)|directory/(?:plans|team)|money/quotes)/[a-z]+[.]client)`,
    String.raw`preload-helper`,
  ].join('|'),
)
/** What a form needs besides: the rules. The signed-out pages are forms; Home is none. */
const forms = new RegExp(
  [
    String.raw`/node_modules/(?:zod|@orpc/contract)/`,
    String.raw`/src/(?:lib/(?:fields|calls)|ui/(?:field|problems|use-form|focus)[.])`,
    String.raw`/src/(?:(?:business/accounts/account|directory/plans/plan)[.]contract|business/accounts/(?:account-form|totp-field|mailed-code-field)[.])`,
  ].join('|'),
)
/** What each screen of the shell needs. */
const frame = new RegExp(
  [
    String.raw`/node_modules/@tanstack/`,
    String.raw`/src/(?:[a-z]+/[a-z]+/[a-z]+[.](?:queries|client)|app/client|web/(?:query|changed)|business/accounts/session[.]ts|app/(?:single-keys|entries|sidebar|topbar|use-sidebar|open-palette|titles|icons|greeting|access)|ui/(?:page|empty-page|surface|menu|formula|place-link|use-day|use-moment|use-media)[.])`,
    String.raw`/src/lib/(?:digits|money|zones)[.]`,
    String.raw`/src/(?:directory/services/names|business/setup/(?:here|setup[.]rules)|insight/home/(?:setup-tasks|open-batches|needs[.]rules))[.]`,
  ].join('|'),
)

/** What a first load calls nearly all of: the browser compiles it while it arrives, and not function by function when it is called. */
const eager = new Set(['base', 'frame', 'shell'])

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react({ compiler: true }), texts(), tokens(), lazyScreens()],
  resolve: { alias: [{ find: 'use-intl/format-message', replacement: 'use-intl/format-message/format-only' }] },
  ...(isSsrBuild ? { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
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
          input: { public: 'src/app/public/public.tsx', shell: 'src/app/main.tsx', early: 'src/app/early.ts', fonts: 'src/ui/fonts.css' },
          // What each first load needs anyway travels in one file; each request costs a round of headers on a slow line.
          output: {
            postBanner: ({ name }) => (eager.has(name) ? '//# allFunctionsCalledOnLoad' : ''),
            codeSplitting: {
              groups: [
                { name: 'base', test: base, priority: 3 },
                { name: 'forms', test: forms, priority: 2 },
                { name: 'frame', test: frame, priority: 1 },
              ],
            },
          },
        },
      },
}))
