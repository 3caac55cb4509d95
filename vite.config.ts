import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { texts } from './scripts/texts-plugin.ts'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react({ compiler: true }), texts()],
  resolve: { alias: [{ find: 'use-intl/format-message', replacement: 'use-intl/format-message/format-only' }] },
  ssr: { noExternal: true },
  build: isSsrBuild
    ? { outDir: '.cache/prerender', emptyOutDir: true, rolldownOptions: { input: 'src/app/public/prerender.tsx' } }
    : {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: { input: { public: 'src/app/public/public.tsx', shell: 'src/app/main.tsx' } },
      },
}))
