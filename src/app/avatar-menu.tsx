import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { privacyUrl, termsUrl } from '#lib/links.ts'
import { contentOf, languageFacts } from '#lib/manner.ts'
import { otherLanguages, otherTheme, switchLanguage, switchTheme, useTheme } from '#ui/preferences.ts'
import { planQuery } from '#directory/plans/plan.queries.ts'
import { progressQuery, vendorQuery } from '#business/setup/setup.queries.ts'
import { useLanguage } from '#ui/use-language.ts'
import { signOut } from '#business/accounts/sign-in-session.ts'
import css from './avatar-menu.module.css'
import { useRoot } from '#web/state.ts'
import topbar from './topbar.module.css'

function Face({ logo, email, size }: { logo: string | undefined; email: string; size: number }) {
  if (logo) return <img className={css['face']} src={logo} alt="" width={size} height={size} />
  return (
    <span className={css['face']} aria-hidden="true">
      {email.charAt(0).toUpperCase()}
    </span>
  )
}

/** The avatar (photo, or the first letter of the email) and its menu (spec 2, Top bar). */
export function AvatarMenu() {
  const t = useTranslations('app.menu')
  const planName = useTranslations('lib.planNames')
  const language = useLanguage()
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const other = otherTheme(useTheme())
  const email = useRoot((state) => state.auth.authData?.email ?? '')
  const { data: vendor } = useQuery(vendorQuery)
  const { data: progress } = useQuery(progressQuery)
  const { data: plan } = useQuery(planQuery)
  const country = progress && contentOf(progress.country, 'name', language)
  // Product 2.2: "Pro" on trial or on Pro, otherwise the plan's name.
  const badge = planName(plan?.plan ?? 'pro')
  const close = () => menu.current?.hidePopover()
  const move = (event: React.KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
    const at = items.findIndex((one) => one === document.activeElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    items[(next + items.length) % items.length]?.focus()
  }
  return (
    <>
      <button ref={button} type="button" className={css['avatar']} aria-haspopup="menu" aria-label={t('label')} popoverTarget="avatar-menu">
        <Face logo={vendor?.logo} email={email} size={36} />
      </button>
      <div
        ref={menu}
        id="avatar-menu"
        popover="auto"
        className={`${topbar['popover']} ${css['menu']}`}
        onToggle={(event) => {
          if (event.newState === 'open') menu.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
        }}
        onKeyDown={move}
      >
        <div className={css['who']}>
          <Face logo={vendor?.logo} email={email} size={48} />
          <div>
            <p className={css['whoName']}>
              {vendor?.name || t('fallbackName')} <span className={css['plan']}>{badge}</span>
            </p>
            <p className={`${css['dimmed']} ${css['whoMail']}`}>{email}</p>
            <p className={css['dimmed']}>{country}</p>
          </div>
        </div>
        <div role="menu" aria-label={t('label')} className={css['items']}>
          <Link role="menuitem" to="/setup" onClick={close}>
            {t('editProfile')}
          </Link>
          <Link role="menuitem" to="/sales" onClick={close}>
            {t('subscription')}
          </Link>
          <button role="menuitem" type="button" onClick={() => switchTheme(other)}>
            {t(other)}
          </button>
          {otherLanguages(language).map((one) => (
            <button key={one} role="menuitem" type="button" lang={one} onClick={() => switchLanguage(one)}>
              {languageFacts(one).name}
            </button>
          ))}
          <button role="menuitem" type="button" onClick={() => void signOut()}>
            {t('logout')}
          </button>
        </div>
        <p className={css['version']}>
          {t('version')}{' '}
          <a href={termsUrl} target="_blank" rel="noreferrer">
            {t('terms')}
          </a>{' '}
          <a href={privacyUrl} target="_blank" rel="noreferrer">
            {t('privacy')}
          </a>
        </p>
      </div>
    </>
  )
}
