import type { Plugin } from 'vite'
import { screens } from '#app/screens.ts'

/** `virtual:screens`: what loads each screen of the list, by its address. */
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
