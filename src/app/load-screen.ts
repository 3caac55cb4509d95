import type { Path } from '#lib/addresses.ts'
import { addTexts } from './load-texts.ts'
import type { LoadScreen } from './routes.tsx'

/** Loading a chunk is aborted after 120 s (spec 9); the screen then offers a retry. */
const chunkTimeout = 120_000

/** Home's texts are loaded with the shell; every other screen loads together with the remaining texts and the views of lists. */
const withTexts = (path: Path, load: LoadScreen): LoadScreen =>
  path === '/' ? load : async () => (await Promise.all([load(), addTexts('screens'), import('#business/views/stored-views.tsx')]))[0]

function withTimeout(load: LoadScreen): LoadScreen {
  return () => {
    const late = new Promise<never>((_, reject) => {
      setTimeout(reject, chunkTimeout, new Error('A part of the app took longer than 120 seconds to load'))
    })
    return Promise.race([load(), late])
  }
}

/** Loads a screen in the browser: with what it needs besides its own file, for so long at most. */
export const loadScreen = (path: Path, load: LoadScreen): LoadScreen => withTimeout(withTexts(path, load))
