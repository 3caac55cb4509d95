import type { ReactNode } from 'react'
import { entries } from './sidebar-entries.ts'
import { Icon } from '#ui/icon.tsx'
import shell from './shell.module.css'
import sidebar from './sidebar.module.css'
import topbar from './topbar.module.css'

type PictureProps = {
  isHidden?: boolean
  /** Whether it is as wide as the window; in narrow windows any other is shown by `early.ts` only. */
  fits?: boolean
  children: ReactNode
}

/** Placeholder shown until the app has loaded: inert and hidden from assistive technology. */
export function Picture({ isHidden = false, fits = false, children }: PictureProps) {
  return (
    <div className={shell['picture']} hidden={isHidden} data-fits={fits || undefined} inert aria-hidden="true">
      {children}
    </div>
  )
}

/**
 * The frame without anything that depends on the member, written into the page at build time.
 * `early.ts` shows it to anyone who is signed in.
 * @param t translates a key of the shell's texts
 */
export function Opening({ t }: { t: (key: string) => string }) {
  return (
    <div className={shell['shell']}>
      <div className={shell['side']}>
        <div className={shell['brand']}>
          <span className={shell['mark']} translate="no">
            Touchline
          </span>
          <span className={shell['toggle']}>
            <Icon name="menu" />
          </span>
        </div>
        <div className={sidebar['nav']}>
          <div className={sidebar['entries']}>
            <ul>
              {entries.map(([name]) => (
                <li key={name} className={sidebar['entry']}>
                  <Icon name={name} />
                  <span className={sidebar['entryText']}>{t(`app.nav.${name}`)}</span>
                </li>
              ))}
            </ul>
          </div>
        </div>
      </div>
      <div className={shell['column']}>
        <div className={shell['top']}>
          <span className={`${topbar['icon']} ${topbar['drawer']}`}>
            <Icon name="menu" />
          </span>
        </div>
      </div>
    </div>
  )
}
