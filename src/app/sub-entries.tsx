import { Link } from '@tanstack/react-router'
import { useMessages } from 'use-intl'
import { useMonth } from '#business/ledger/use-month.ts'
import type { SectionPath } from './sections.ts'
import { useTabs } from './use-tabs.ts'
import css from './sidebar.module.css'

function Entries({ section, path, onNavigate }: { section: SectionPath; path: string; onNavigate: () => void }) {
  const { label, tabs, current, owner } = useTabs(section, path)
  // The period that was chosen is that of all tabs.
  const { keep } = useMonth()
  // The section's own entry opens the tab that has its name.
  const shown = tabs.filter((tab) => tab.label !== label)
  if (shown.length < 2) return null
  const here = path === section ? current : owner
  const at = shown.findIndex(({ id }) => id === here)
  return (
    <nav className={css['subs']} aria-label={label}>
      <ul>
        {shown.map((tab) => (
          <li key={tab.id}>
            <Link
              className={css['sub']}
              to={tab.place.to}
              search={section === '/finance' && path === section ? { ...keep, ...tab.place.search } : (tab.place.search ?? {})}
              activeProps={{}}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={tab.id === here ? 'page' : undefined}
              onClick={onNavigate}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
      {at >= 0 && <span className={css['subBall']} aria-hidden="true" style={{ '--at': at }} />}
    </nav>
  )
}

/** The tabs of the sidebar's open section, once its texts have loaded. Where they are shown, the page has no bar of tabs. */
export function SubEntries(props: { section: SectionPath; path: string; onNavigate: () => void }) {
  const messages = useMessages()
  // They come with the section's screen.
  return 'services' in messages ? <Entries {...props} /> : null
}
