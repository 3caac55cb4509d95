import type { ReactNode } from 'react'
import css from './empty-page.module.css'

/** Line drawings of a page's future content; 320 × 200, in the rule's colour. */
const drawings = {
  /** Lanes with their start marks. */
  lanes: 'M8 20h304M8 60h304M8 100h304M8 140h304M8 180h304M48 20v160M64 34h40v12H64zM128 74h72v12h-72zM88 114h56v12H88zM216 154h64v12h-64z',
  /** A statement: two columns of figures and the total's double line. */
  ledger: 'M8 20h304M8 52h176M272 52h40M8 84h136M256 84h56M8 116h192M280 116h32M8 148h152M264 148h48M208 168h104M208 174h104',
  /** A podium over its league table. */
  table:
    'M100 92V60h40v32M140 92V36h40v56M180 92V72h40v20M60 92h200M8 124h304M8 156h304M8 188h304M24 132v16M24 164v16M48 140h96M48 172h72M280 140h24M288 172h16',
  /** A running track of three lanes. */
  track:
    'M100 24h120a76 76 0 0 1 0 152H100a76 76 0 0 1 0-152zM100 48h120a52 52 0 0 1 0 104H100a52 52 0 0 1 0-104zM100 72h120a28 28 0 0 1 0 56H100a28 28 0 0 1 0-56zM160 128v48',
  /** Half a court with its arc. */
  half: 'M8 16h304v168H8zM112 16v64h96V16M128 80a32 32 0 0 0 64 0M116 184a44 44 0 0 1 88 0',
} as const

export type Drawing = keyof typeof drawings

/** A page or tab that is still empty: why, what will appear here, and one action. */
export function EmptyPage({
  title,
  drawing,
  action,
  children,
}: {
  title: string
  drawing: Drawing
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={css['empty']}>
      <div className={css['words']}>
        <h2>{title}</h2>
        {children}
        {action && <div className={css['action']}>{action}</div>}
      </div>
      <svg className={css['drawing']} viewBox="0 0 320 200" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
        <path d={drawings[drawing]} />
      </svg>
    </div>
  )
}
