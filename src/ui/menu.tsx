import { useId, useRef, type KeyboardEvent, type Ref } from 'react'
import { buttonClass } from './button.tsx'
import css from './menu.module.css'

/** One action. @param reason why it is unavailable now: it is shown, and nothing runs */
export type MenuItem = { key: string; label: string; reason?: string | undefined; run: () => void }

type Props = { label: string; items: MenuItem[]; isBusy?: boolean; button?: Ref<HTMLButtonElement> }

/**
 * A three-dot button that opens a menu: arrows move, Enter selects, Escape closes and returns the focus.
 * While busy it stays closed: the next action needs the row as the pending one will leave it.
 */
export function Menu({ label, items, isBusy = false, button }: Props) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)

  const place = (opener: HTMLElement) => {
    const popover = menu.current
    if (!popover) return
    const { left, right, bottom, top } = opener.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = popover
    const isRtl = document.documentElement.dir === 'rtl'
    const x = isRtl ? left : right - width
    popover.style.left = `${Math.min(Math.max(x, 8), window.innerWidth - width - 8)}px`
    popover.style.top = `${bottom + height + 8 > window.innerHeight ? Math.max(top - height - 4, 8) : bottom + 4}px`
  }
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
        className={`${buttonClass('quiet')} ${css['opener']}`}
        aria-haspopup="menu"
        aria-label={label}
        aria-busy={isBusy || undefined}
        aria-disabled={isBusy || undefined}
        popoverTarget={isBusy ? undefined : id}
      >
        <svg width="18" height="18" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
          <circle cx="5" cy="12" r="2" />
          <circle cx="12" cy="12" r="2" />
          <circle cx="19" cy="12" r="2" />
        </svg>
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
          if (opener) place(opener)
          menu.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
        }}
      >
        {items.map((item) => (
          <button
            key={item.key}
            type="button"
            role="menuitem"
            tabIndex={-1}
            aria-disabled={item.reason ? true : undefined}
            onClick={() => {
              if (item.reason) return
              menu.current?.hidePopover()
              item.run()
            }}
          >
            {item.label}
            {item.reason && <span className={css['reason']}>{item.reason}</span>}
          </button>
        ))}
      </div>
    </>
  )
}
