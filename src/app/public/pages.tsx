import type { ComponentType } from 'react'
import { IntlProvider, type AbstractIntlMessages } from 'use-intl'
import type { TextKey } from '#ui/use-open-texts.ts'
import { DrawnCountries, type CountryOption } from '#business/accounts/countries.ts'
import { LoginPage } from '#business/accounts/login.page.tsx'
import { mannerOf, type Language } from '#lib/manner.ts'
import { loadTexts, type TextPart } from '../load-texts.ts'
import { Frame } from './frame.tsx'

/** A signed-out page: its component, whether the lane is shown next to it, its title key, and any extra part of the texts. */
export type PublicPageKind = { Page: ComponentType; hasLane: boolean; title: TextKey; part?: TextPart }

const login: PublicPageKind = { Page: LoginPage, hasLane: true, title: 'accounts.signIn.title' }

/** The signed-out pages by address; all others belong to the shell. Only the sign-in form is in the entry. */
export const publicPages: Record<string, () => PublicPageKind | Promise<PublicPageKind>> = {
  '/login': () => login,
  '/register': async () => {
    const { RegisterPage } = await import('#business/accounts/register.page.tsx')
    return { Page: RegisterPage, hasLane: true, title: 'accounts.register.title' }
  },
  '/forgot-password': async () => {
    const { ForgotPasswordPage } = await import('#business/accounts/forgot-password.page.tsx')
    return { Page: ForgotPasswordPage, hasLane: true, title: 'accounts.forgot.title' }
  },
  '/plans': async () => {
    const { PlansPage } = await import('#directory/plans/plans.page.tsx')
    return { Page: PlansPage, hasLane: false, title: 'plans.title' }
  },
  '/invite': async () => {
    const { InvitePage } = await import('#directory/team/invite/invite.page.tsx')
    return { Page: InvitePage, hasLane: true, title: 'invite.title' }
  },
  '/quote': async () => {
    const { OfferPage } = await import('#money/quotes/offer/offer.page.tsx')
    return { Page: OfferPage, hasLane: false, title: 'offer.title' }
  },
  '/place': async () => {
    const { PlacePage } = await import('#timetable/enrolments/place/place.page.tsx')
    return { Page: PlacePage, hasLane: false, title: 'place.title' }
  },
  '/terms': async () => {
    const { TermsPage } = await import('#business/legal/legal.page.tsx')
    return { Page: TermsPage, hasLane: false, title: 'legal.terms.title', part: 'legal' }
  },
  '/privacy': async () => {
    const { PrivacyPage } = await import('#business/legal/legal.page.tsx')
    return { Page: PrivacyPage, hasLane: false, title: 'legal.privacy.title', part: 'legal' }
  },
}

/** The signed-out page of an address; the sign-in page for any other address. */
export async function publicPageAt(path: string): Promise<PublicPageKind> {
  return (await publicPages[path]?.()) ?? login
}

/** All texts that a signed-out page needs. */
export async function textsOf({ part }: PublicPageKind, language: Language): Promise<AbstractIntlMessages> {
  const [common, own] = await Promise.all([loadTexts(language, 'public'), part ? loadTexts(language, part) : {}])
  return { ...common, ...own }
}

/** A signed-out page, as rendered at build time and hydrated in the browser. */
export function PublicPage({
  kind: { Page, hasLane },
  language,
  messages,
  countries,
}: {
  kind: PublicPageKind
  language: Language
  messages: AbstractIntlMessages
  countries: CountryOption[]
}) {
  return (
    <IntlProvider locale={mannerOf(language)} messages={messages} timeZone="UTC">
      <DrawnCountries value={countries}>
        <Frame hasLane={hasLane}>
          <Page />
        </Frame>
      </DrawnCountries>
    </IntlProvider>
  )
}
