import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { buttonClass } from '#ui/button.tsx'
import css from './not-found.module.css'

/** Whether the history has an earlier page of this site; the router only knows those since the last full load. */
function canGoBack(history: { canGoBack: () => boolean }): boolean {
  return 'navigation' in window ? window.navigation.canGoBack : history.canGoBack()
}

/** "404 Page Not Found." on an empty court, with a link back (spec 2). */
export default function NotFound() {
  const t = useTranslations('app.notFound')
  const router = useRouter()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (router.history.canGoBack()) heading.current?.focus({ preventScroll: true })
  }, [router])
  return (
    <div className={css['page']}>
      <svg className={css['court']} viewBox="0 0 480 240" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
        <path d="M10 10h460v220H10zM240 10v220M10 70h70v100H10M470 70h-70v100h70" />
        <circle cx="240" cy="120" r="44" />
      </svg>
      <h1 ref={heading} tabIndex={-1}>
        {t('title')}
      </h1>
      <a
        className={buttonClass('primary')}
        href="/"
        onClick={(event) => {
          event.preventDefault()
          if (canGoBack(router.history)) router.history.back()
          else void router.navigate({ to: '/' })
        }}
      >
        {t('back')}
      </a>
    </div>
  )
}
