import { useContext, useId, useRef, type KeyboardEvent, type Ref } from 'react'
import { useTranslations } from 'use-intl'
import type { Place, Plans } from '#lib/addresses.ts'
import { buttonClass } from './button.tsx'
import { placeBelow } from './place-below.ts'
import { PlaceLink } from './place-link.tsx'
import css from './menu.module.css'
import { Lock, PlanChooser, useTrialOver } from './trial-over.tsx'

/**
 * One action, or a link to a place.
 * @param isChange whether a member needs a plan for it: once the trial is over it leads to the plans
 * @param reason why it is unavailable now: it is shown, and nothing runs
 */
export type MenuItem = { key: string; label: string } & (
  | { isChange: boolean; reason?: string | undefined; run: () => void; place?: undefined }
  | { place: Place | Plans }
)

/** @param look `pill` for a button that shows its label among filters, instead of three dots */
type Props = { label: string; items: MenuItem[]; isBusy?: boolean; button?: Ref<HTMLButtonElement>; look?: 'dots' | 'pill' }

/** An item of the menu. @param onDone closes the menu */
function Item({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const t = useTranslations('ui.form')
  const isOver = useTrialOver()
  const mayChoose = useContext(PlanChooser)
  const isLocked = isOver && item.place === undefined && item.isChange
  const place = isLocked && mayChoose ? ({ to: '/plans' } as const) : item.place
  const reason = isLocked ? t(mayChoose ? 'choosePlan' : 'askOwner') : item.place ? undefined : item.reason
  const content = (
    <>
      {item.label}
      {reason && (
        <span className={css['reason']}>
          {isLocked && <Lock />} {reason}
        </span>
      )}
    </>
  )
  if (place)
    return (
      <PlaceLink place={place} role="menuitem" tabIndex={-1} onClick={onDone}>
        {content}
      </PlaceLink>
    )
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={reason ? true : undefined}
      onClick={() => {
        if (reason || item.place) return
        onDone()
        item.run()
      }}
    >
      {content}
    </button>
  )
}

/**
 * A three-dot button that opens a menu: arrows move, Enter selects, Escape closes and returns the focus.
 * While busy it stays closed: the next action needs the row as the pending one will leave it.
 */
export function Menu({ label, items, isBusy = false, button, look = 'dots' }: Props) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const all = [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
    const at = all.findIndex((one) => one === document.activeElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    all[(next + all.length) % all.length]?.focus()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={look === 'pill' ? css['pill'] : `${buttonClass('quiet')} ${css['opener']}`}
        aria-haspopup="menu"
        aria-label={label}
        aria-busy={isBusy || undefined}
        aria-disabled={isBusy || undefined}
        popoverTarget={isBusy ? undefined : id}
      >
        {look === 'pill' ? (
          `+ ${label}`
        ) : (
          <svg width="18" height="18" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
            <circle cx="5" cy="12" r="2" />
            <circle cx="12" cy="12" r="2" />
            <circle cx="19" cy="12" r="2" />
          </svg>
        )}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className={css['menu']}
        tabIndex={-1}
        onKeyDown={move}
        onToggle={(event) => {
          if (event.newState !== 'open') return
          const opener = document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(id)}"]`)
          if (opener && menu.current) placeBelow(menu.current, opener, 'end')
          menu.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
        }}
      >
        {items.map((item) => (
          <Item key={item.key} item={item} onDone={() => menu.current?.hidePopover()} />
        ))}
      </div>
    </>
  )
}
