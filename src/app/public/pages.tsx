import type { ComponentType } from 'react'
import { IntlProvider } from 'use-intl'
import { DrawnCountries, type CountryOption } from '#features/accounts/countries.ts'
import { ForgotPasswordPage } from '#features/accounts/forgot-password.page.tsx'
import { LoginPage } from '#features/accounts/login.page.tsx'
import { RegisterPage } from '#features/accounts/register.page.tsx'
import { PlansPage } from '#features/plans/plans.page.tsx'
import type { Language } from '#lib/manner.ts'
import { Frame } from './frame.tsx'

/** The signed-out pages by address; everything else belongs to the shell. */
export const publicPages: Record<string, { Page: ComponentType; hasLane: boolean; title: string }> = {
  '/login': { Page: LoginPage, hasLane: true, title: 'accounts.signIn.title' },
  '/register': { Page: RegisterPage, hasLane: true, title: 'accounts.register.title' },
  '/forgot-password': { Page: ForgotPasswordPage, hasLane: true, title: 'accounts.forgot.title' },
  '/plans': { Page: PlansPage, hasLane: false, title: 'plans.title' },
}

/** One signed-out page as it is drawn at build and again in the browser. */
export function PublicPage({
  path,
  language,
  messages,
  countries,
}: {
  path: string
  language: Language
  messages: Record<string, unknown>
  countries: CountryOption[]
}) {
  const { Page, hasLane } = publicPages[path] ?? publicPages['/login'] ?? { Page: LoginPage, hasLane: true }
  return (
    <IntlProvider locale={language} messages={messages as never} timeZone="UTC">
      <DrawnCountries value={countries}>
        <Frame hasLane={hasLane}>
          <Page />
        </Frame>
      </DrawnCountries>
    </IntlProvider>
  )
}
