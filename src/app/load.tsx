import { useTranslations } from 'use-intl'
import { Button } from '#ui/button.tsx'
import { Skeleton, State } from '#ui/page.tsx'

/** Resolves once the first picture stands; what is not part of it must not delay it. */
export function afterFirstPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })
}

/** While a screen's chunk is on its way. */
export function Pending() {
  return <Skeleton />
}

/** A screen that could not be loaded or drawn, with a way to try again. */
export function LoadFailed() {
  const t = useTranslations('app.load')
  return <State title={t('title')} text={t('text')} action={<Button onClick={() => window.location.reload()}>{t('retry')}</Button>} />
}
