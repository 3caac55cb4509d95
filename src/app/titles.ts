import type { TextKey } from '#ui/use-open-texts.ts'
import { screens } from './screens.ts'

/** /services/add and /services/edit also serve batches and halls (product 6). */
const kinds: Record<string, TextKey> = {
  '/services/add batch': 'app.titles.batchesAdd',
  '/services/add hall': 'app.titles.hallsAdd',
  '/services/edit batch': 'app.titles.batchesEdit',
  '/services/edit hall': 'app.titles.hallsEdit',
}

/**
 * The text key of a path's title; the 404 title for unknown paths.
 * @param kind the address's `?kind=`, for paths that serve several forms
 */
export function titleKeyOf(path: string, kind?: unknown): TextKey {
  const known: { readonly [path: string]: { title: TextKey } | undefined } = screens
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path
  return (typeof kind === 'string' ? kinds[`${plain} ${kind}`] : undefined) ?? known[plain]?.title ?? 'app.titles.notFound'
}
