import { Link, useRouterState } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Place } from '#lib/addresses.ts'
import type { CallName } from '#entrance/policy.ts'
import { Icon } from '#ui/icon.tsx'
import { useMayEach } from './app.client.ts'
import { AddSheet } from './add-sheet.tsx'
import css from './bottom-bar.module.css'

/** An entry of the bar, and the call that a role needs to see it. */
type Entry = { name: 'home' | 'calendar' | 'people' | 'sales' | 'finance'; call: CallName; place: Place }

const home: Entry = { name: 'home', call: 'home.today', place: { to: '/' } }
const calendar: Entry = { name: 'calendar', call: 'attendance.mark', place: { to: '/services', search: { tab: 'calendar' } } }
const people: Entry = { name: 'people', call: 'customers.list', place: { to: '/sales', search: { tab: 'customers' } } }
const sales: Entry = { name: 'sales', call: 'sales.list', place: { to: '/sales' } }
const finance: Entry = { name: 'finance', call: 'finance.statement', place: { to: '/finance' } }

const titles = { home: 'nav.home', calendar: 'palette.calendar', people: 'bar.people', sales: 'nav.sales', finance: 'nav.finance' } as const

/** Where each entry's section begins: its pages mark it as the current one. */
const sections: Record<Entry['name'], (path: string, tab: unknown) => boolean> = {
  home: (path) => path === '/',
  calendar: (path, tab) => path === '/services/session' || (path === '/services' && tab === 'calendar'),
  people: (path, tab) => path.startsWith('/sales/customer') || (path === '/sales' && tab === 'customers'),
  sales: (path) => path.startsWith('/sales'),
  finance: (path) => path.startsWith('/finance'),
}

function Entries({ entries }: { entries: Entry[] }) {
  const t = useTranslations('app')
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const tab = useRouterState({ select: ({ location }) => (location.search as { tab?: unknown }).tab })
  return entries.map(({ name, place }) => (
    <li key={name}>
      <Link
        className={css['entry']}
        to={place.to}
        search={place.search ?? {}}
        activeProps={{}}
        aria-current={sections[name](path, tab) ? 'page' : undefined}
      >
        <Icon name={name} />
        {t(titles[name])}
      </Link>
    </li>
  ))
}

/**
 * A phone's way around (design, Phone): Home, Calendar, what can be added, People and the menu, each if the role may use it.
 * Who keeps only the books has Sales and Finance instead of Calendar and People.
 */
export default function BottomBar({ isMore, onMore }: { isMore: boolean; onMore: (opener: HTMLElement) => void }) {
  const t = useTranslations('app.bar')
  const mayEach = useMayEach()
  const may = ({ call }: Entry) => mayEach(call)
  const second = [calendar, sales].find(may)
  const third = [people, finance].find(may)
  return (
    <nav className={css['bar']} aria-label={t('label')}>
      <ul>
        <Entries entries={second ? [home, second] : [home]} />
        <li>
          <AddSheet />
        </li>
        <Entries entries={third ? [third] : []} />
        <li>
          <button type="button" className={css['entry']} aria-expanded={isMore} onClick={({ currentTarget }) => onMore(currentTarget)}>
            <Icon name="more" />
            {t('more')}
          </button>
        </li>
      </ul>
    </nav>
  )
}
