import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from './icon.tsx'
import css from './side-panel.module.css'
import { useMedia } from './use-media.ts'
import { useModal } from './use-modal.ts'

type SidePanelProps = { title: string; onClose: () => void; children: ReactNode; foot?: ReactNode }

function Inside({ title, onClose, children, foot }: SidePanelProps) {
  const t = useTranslations('ui.error')
  const heading = useRef<HTMLHeadingElement>(null)
  // Each record that it shows is announced, also while it stays open.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title])
  // The button that had the focus left with its foot.
  const hasFoot = Boolean(foot)
  useEffect(() => {
    if (!hasFoot && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [hasFoot])
  return (
    <>
      <div className={css['head']}>
        <h2 ref={heading} tabIndex={-1} dir="auto">
          {title}
        </h2>
        <button type="button" className={css['close']} aria-label={t('close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className={css['body']}>{children}</div>
      {foot && <div className={css['foot']}>{foot}</div>}
    </>
  )
}

function Drawer(props: SidePanelProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useModal(dialog)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes it for the keyboard.
    <dialog
      ref={dialog}
      className={css['drawer']}
      aria-label={props.title}
      onClose={props.onClose}
      onClick={(event) => event.target === event.currentTarget && props.onClose()}
    >
      <div className={css['inside']}>
        <Inside {...props} />
      </div>
    </dialog>
  )
}

/**
 * Shows a record beside its page: a panel of the page in a very wide window, a drawer over it in others, and a sheet
 * from below on a phone. Escape closes it; a click beside the drawer too.
 * @param foot what stays in sight below, such as what an act means and its button
 */
export function SidePanel(props: SidePanelProps) {
  const isBeside = useMedia('(width >= 1600px)')
  if (!isBeside) return <Drawer {...props} />
  const press = (event: KeyboardEvent) => {
    // A dialog that was opened from here closes itself first.
    if (
      event.key === 'Escape' &&
      !event.defaultPrevented &&
      !(event.target instanceof Element && event.target.closest('dialog, [popover]'))
    )
      props.onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The key belongs to everything inside.
    <aside className={css['panel']} aria-label={props.title} onKeyDown={press}>
      <Inside {...props} />
    </aside>
  )
}
