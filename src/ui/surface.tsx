import type { ReactNode } from 'react'
import css from './surface.module.css'

/** The class that sets a service's surface colour as `--surface`. */
export function surfaceClass(surface: string | undefined): string {
  return css[surface ?? 'turf'] ?? ''
}

/** A name with a bar in its surface colour at the inline start. */
export function Surface({ surface, children }: { surface: string | undefined; children: ReactNode }) {
  return <span className={`${css['bar']} ${surfaceClass(surface)}`}>{children}</span>
}

/** A state: a dot and its word, filled for what is as it should be; framed for an exception that asks for something. */
export function Status({ tone = 'plain', children }: { tone?: 'good' | 'warn' | 'plain'; children: ReactNode }) {
  return (
    <span className={css['status']} data-tone={tone}>
      {children}
    </span>
  )
}
