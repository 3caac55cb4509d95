import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { languageFacts } from '#lib/manner.ts'
import { otherLanguages, otherTheme, switchLanguage, switchTheme } from '#ui/preferences.ts'
import { useLanguage } from '#ui/use-language.ts'
import css from './frame.module.css'

function Switches() {
  const t = useTranslations('public')
  return (
    <div className={css['switches']}>
      {/* Both labels are rendered and the theme's style hides one: the page is rendered before the theme is known. */}
      <button type="button" className={css['switch']} onClick={() => switchTheme(otherTheme())}>
        <span className={css['whenDark']}>{t('light')}</span>
        <span className={css['whenLight']}>{t('dark')}</span>
      </button>
      {otherLanguages(useLanguage()).map((language) => (
        <button key={language} type="button" className={css['switch']} lang={language} onClick={() => switchLanguage(language)}>
          {languageFacts(language).name}
        </button>
      ))}
    </div>
  )
}

// One vanishing point, five lanes of 200 at the front edge, each numeral leaning along its lane.
const vanishing = { x: 300, y: 60 }
const edge = 900
const horizon = 170
const at = (offset: number, y: number) => Math.round(vanishing.x + (offset * (y - vanishing.y)) / (edge - vanishing.y))
const lean = (offset: number) => Math.round((Math.atan(offset / (edge - vanishing.y)) * 180) / Math.PI)
const boundaries = [-700, -500, -300, -100, 100, 300, 500, 700]
const middles = [-400, -200, 0, 200, 400]
const startLine = 700
// Paths instead of text: loading the font and shaping decorative glyphs takes a slow device a tenth of its first paint.
const numerals = [
  'M-11-44L2-54V6',
  'M-13-38Q-13-54 0-54T13-39C13-25-10-16-13 0H19',
  'M-13-41Q-12-54 0-54T12-41T-4-29Q13-28 13-14T0 0T-14-13',
  'M4-57L-15-14H20M8 6V-60',
  'M15-54H-11L-13-29Q-7-34 1-34Q14-32 14-17T-1 0Q-12 0-15-11',
]

/** An empty track seen from the start, with the ball on the line of the middle lane. */
function Lane() {
  return (
    <div className={css['lane']} aria-hidden="true">
      <svg viewBox={`0 0 600 ${edge}`} preserveAspectRatio="xMidYMax slice" fill="none" stroke="currentColor" strokeWidth="2">
        {/* The far end fades by a stroke gradient: a mask over the drawing would delay a slow device's first paint. */}
        <linearGradient id="far" gradientUnits="userSpaceOnUse" x1="0" y1={horizon} x2="0" y2="480">
          <stop stopColor="currentColor" stopOpacity="0" />
          <stop offset="1" stopColor="currentColor" />
        </linearGradient>
        <linearGradient id="far-lane" gradientUnits="userSpaceOnUse" x1="0" y1={horizon} x2="0" y2="480">
          <stop stopColor="var(--panel)" stopOpacity="0" />
          <stop offset="1" stopColor="var(--panel)" />
        </linearGradient>
        <path
          d={`M${at(-100, horizon)} ${horizon}H${at(100, horizon)}L${at(100, edge)} ${edge}H${at(-100, edge)}Z`}
          fill="url(#far-lane)"
          stroke="none"
        />
        <path
          d={boundaries.map((offset) => `M${at(offset, horizon)} ${horizon}L${at(offset, edge)} ${edge}`).join('')}
          stroke="url(#far)"
        />
        <path d={[236, 300, 392].map((y) => `M${at(-700, y)} ${y}H${at(700, y)}`).join('')} stroke="url(#far)" strokeWidth="1" />
        {middles.map((offset, lane) => (
          <path
            key={offset}
            d={numerals[lane]}
            transform={`translate(${at(offset, 834)} 834) skewX(${lean(offset)}) scale(1 .72)`}
            strokeWidth="12"
          />
        ))}
        <path d={`M-600 ${startLine}H1200`} stroke="var(--line-strong)" strokeWidth="5" />
        <ellipse cx={vanishing.x} cy={startLine + 3} rx="20" ry="5" fill="var(--bg)" stroke="none" />
        <circle cx={vanishing.x} cy={startLine - 20} r="22" fill="var(--ball)" stroke="var(--ball-ring)" strokeWidth="1.5" />
      </svg>
    </div>
  )
}

/** The frame of the signed-out pages: wordmark, language and theme switches, and the lane next to a form. */
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
