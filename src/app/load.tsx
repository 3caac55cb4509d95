import { useTranslations } from 'use-intl'
import { Button } from '#ui/button.tsx'
import { Skeleton, State } from '#ui/page.tsx'

/** Resolves after the first paint, for work that must not delay it. */
export function afterFirstPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })
}

/** Shown while a screen's chunk loads. */
export function Pending() {
  return <Skeleton />
}

/** Shown for a screen that failed to load or render, with a retry. */
export function LoadFailed() {
  const t = useTranslations('app.load')
  return <State title={t('title')} text={t('text')} action={<Button onClick={() => window.location.reload()}>{t('retry')}</Button>} />
}
