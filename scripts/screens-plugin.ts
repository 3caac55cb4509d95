import type { Plugin } from 'vite'
import { screens } from '#app/screens.ts'

/** `virtual:screens`: the dynamic import of each listed screen, by address. */
export function lazyScreens(): Plugin {
  const name = 'virtual:screens'
  const imports = Object.entries(screens).map(
    ([path, { file }]) => `${JSON.stringify(path)}: () => import(${JSON.stringify(`/src/${file}`)})`,
  )
  return {
    name: 'screens',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? `export default { ${imports.join(', ')} }` : null),
  }
}
