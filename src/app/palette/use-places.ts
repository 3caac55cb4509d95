import { useTranslations } from 'use-intl'
import type { Path, Place } from '#lib/addresses.ts'
import { keysOf } from '#lib/choices.ts'
import { languageFacts } from '#lib/manner.ts'
import { signOut } from '#business/accounts/sign-in-session.ts'
import { otherLanguages, otherTheme, switchLanguage, switchTheme, useTheme } from '#ui/preferences.ts'
import { useLanguage } from '#ui/use-language.ts'
import { useOpenTexts, type TextKey } from '#ui/use-open-texts.ts'
import { notificationTabs } from '#business/notifications/notification.rules.ts'
import { boards } from '#insight/rankings/rankings.rules.ts'
import { useMayEach } from '../app.client.ts'
import { screens } from '../screens.ts'
import { allowedBy, sections, type Tab } from '../sections.ts'
import { useEntries } from '../use-entries.ts'
import { initialActCount, paletteActs } from './palette-acts.ts'
import { keysOfPlace } from './chords.ts'
import type { PaletteOption } from './option.ts'

const reports = ['/sales/audit-report', '/sales/subscription-report'] as const satisfies Path[]
/** The entry opens the first board and the first tab. */
const otherBoards = [...boards.slice(1), 'business'] as const
const otherNotices = notificationTabs.slice(1)

/** The sidebar's entries, each of their tabs and parts of tabs, and the reports, as far as the role may see them. */
export function usePages(): { pages: PaletteOption[]; entryCount: number } {
  const t = useOpenTexts()
  const may = useMayEach()
  const first = useEntries().map(([name, to]): PaletteOption => ({
    id: to,
    label: t(`app.nav.${name}`),
    icon: name,
    keys: keysOfPlace({ to }),
    act: { to },
  }))
  const page = (id: string, title: TextKey, kind: TextKey, icon: string, act: Place): PaletteOption => ({
    id,
    label: t(title),
    kind: t(kind),
    icon,
    keys: keysOfPlace(act),
    act,
  })
  const tabs = keysOf(sections).flatMap((path) => {
    const icon = path.slice(1)
    const { label, tabs: all }: { label: TextKey; tabs: readonly Tab[] } = sections[path]
    const shown = all.filter(allowedBy(may))
    const leaves = shown.flatMap((tab) => tab.parts ?? [tab])
    return (
      leaves
        // The section's own entry opens the tab that has its name.
        .filter(({ title }) => t(title) !== t(label))
        .map(({ id, title, place }) => page(`${path} ${id}`, title, label, icon, place))
    )
  })
  return {
    entryCount: first.length,
    pages: [
      ...first,
      ...tabs,
      ...reports
        .filter((to) => may(screens[to].call ?? 'sales.list'))
        .map((to) => page(to, screens[to].title, 'app.nav.sales', 'sales', { to })),
      ...otherBoards
        .filter((tab) => tab !== 'business' || may('rankings.business'))
        .map((tab) =>
          page(`rankings ${tab}`, `rankings.tabs.${tab}`, 'app.nav.rankings', 'rankings', { to: '/rankings', search: { tab } }),
        ),
      page('notifications', 'app.titles.notifications', 'app.titles.notifications', 'bell', { to: '/notifications' }),
      ...otherNotices
        .filter((tab) => tab !== 'log' || may('notifications.log'))
        .map((tab) =>
          page(`notifications ${tab}`, `notifications.tabs.${tab}`, 'app.titles.notifications', 'bell', {
            to: '/notifications',
            search: { tab },
          }),
        ),
    ],
  }
}

/** What the role may do from anywhere, and the switches of theme and language. */
export function useActs(): { all: PaletteOption[]; few: PaletteOption[] } {
  const t = useOpenTexts()
  const app = useTranslations('app.menu')
  const may = useMayEach()
  const language = useLanguage()
  const theme = otherTheme(useTheme())
  const offered = paletteActs.filter(allowedBy(may)).map(({ title, also, icon, place }): PaletteOption => ({
    id: title,
    label: t(title),
    also: t(also),
    icon,
    keys: place.to === '/plans' ? undefined : keysOfPlace(place),
    act: place,
  }))
  return {
    few: offered.slice(0, initialActCount),
    all: [
      ...offered,
      { id: 'theme', label: app(theme), also: t('palette.also.theme'), icon: 'theme', act: () => switchTheme(theme) },
      ...otherLanguages(language).map((one): PaletteOption => ({
        id: one,
        label: languageFacts(one).name,
        also: t('palette.also.language'),
        icon: 'language',
        act: () => switchLanguage(one),
      })),
      { id: 'logout', label: app('logout'), also: t('palette.also.logout'), icon: 'leave', act: () => void signOut() },
    ],
  }
}
