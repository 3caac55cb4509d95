import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { Failed, Skeleton } from '#ui/page.tsx'
import css from './bell.module.css'
import { Icon } from '#ui/icon.tsx'
import { addTexts } from './load-texts.ts'
import topbar from './topbar.module.css'

type Panel = ComponentType<{ onClose: () => void }>

/** The server stops counting here: there are more than 99. */
const many = 100

const load = async (): Promise<Panel> => {
  const [panel] = await Promise.all([import('#business/notifications/panel.tsx'), addTexts('screens')])
  return panel.default
}

/** The bell with the unread count, read with the frame's data and again on window focus; its panel loads when opened. */
export function Bell() {
  const t = useTranslations('app.bell')
  const { data } = useQuery(progressQuery)
  const popover = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [Panel, setPanel] = useState<Panel | null>(null)
  const [isLost, setLost] = useState(false)
  const count = data?.unread ?? 0
  const fetchPanel = () => {
    setLost(false)
    load().then(
      (panel) => setPanel(() => panel),
      () => setLost(true),
    )
  }
  return (
    <>
      <button
        type="button"
        className={`${topbar['icon']} ${css['bell']}`}
        aria-haspopup="dialog"
        aria-label={t('label', { count, isMany: count >= many ? 'yes' : 'no' })}
        popoverTarget="bell-panel"
      >
        <Icon name="bell" />
        {count > 0 && (
          <span className={css['count']} aria-hidden="true">
            {count >= many ? t('many') : count}
          </span>
        )}
      </button>
      <div
        ref={popover}
        id="bell-panel"
        popover="auto"
        role="dialog"
        aria-label={t('panel')}
        className={`${topbar['popover']} ${css['panel']}`}
        onToggle={({ newState }) => {
          setOpen(newState === 'open')
          if (newState === 'open' && !Panel) fetchPanel()
        }}
      >
        {isOpen &&
          (Panel ? (
            <Panel onClose={() => popover.current?.hidePopover()} />
          ) : isLost ? (
            <Failed retry={fetchPanel} />
          ) : (
            <Skeleton rows={4} />
          ))}
      </div>
    </>
  )
}
