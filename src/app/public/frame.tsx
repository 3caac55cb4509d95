import { useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { currentTheme, keepLanguage, setTheme, type Theme } from '#app/preferences.ts'
import css from './frame.module.css'

function Switches() {
  const t = useTranslations('public')
  const [theme, show] = useState<Theme>('dark')
  useEffect(() => show(currentTheme()), [])
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <div className={css['switches']}>
      <button
        type="button"
        className={css['switch']}
        onClick={() => {
          setTheme(other)
          show(other)
        }}
      >
        {t(other)}
      </button>
      <button
        type="button"
        className={css['switch']}
        lang={t('language') === 'English' ? 'en' : 'ar'}
        onClick={() => {
          keepLanguage(document.documentElement.lang === 'ar' ? 'en' : 'ar')
          window.location.reload()
        }}
      >
        {t('language')}
      </button>
    </div>
  )
}

/** An empty lane seen from the touchline, the ball on the start line. */
function Lane() {
  return (
    <div className={css['lane']} aria-hidden="true">
      <svg viewBox="0 0 600 800" preserveAspectRatio="xMidYMid slice" fill="none" stroke="currentColor" strokeWidth="2">
        <path d="M-40 640 210 120M120 680 280 120M300 700V120M480 680 320 120M640 640 390 120" />
        <path d="M40 480H560M92 360H508M136 260H464M190 120H410" strokeDasharray="2 10" />
        <path d="M-40 640H640" strokeWidth="4" />
        <circle cx="300" cy="640" r="120" />
        <circle cx="300" cy="626" r="15" fill="var(--ball)" stroke="var(--ball-ring)" strokeWidth="1.5" />
      </svg>
    </div>
  )
}

/** The frame of the signed-out pages: the wordmark, language and theme, and the lane beside a form. */
export function Frame({ children, hasLane = true }: { children: ReactNode; hasLane?: boolean }) {
  const t = useTranslations('public')
  return (
    <div className={css['page']}>
      <a className={css['skip']} href="#content">
        {t('skip')}
      </a>
      <header className={css['top']}>
        <a className={css['mark']} href="/login" translate="no">
          Touchline
        </a>
        <Switches />
      </header>
      {hasLane ? (
        <main id="content" className={`${css['main']} ${css['withLane']}`}>
          <div className={css['form']}>{children}</div>
          <Lane />
        </main>
      ) : (
        <main id="content" className={css['main']}>
          {children}
        </main>
      )}
    </div>
  )
}
