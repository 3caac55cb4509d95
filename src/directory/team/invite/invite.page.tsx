import { useLocale, useTranslations } from 'use-intl'
import { api } from '../team.client.ts'
import { failureOf } from '#web/call-failure.ts'
import { secretHere, useLink } from '#web/use-link.ts'
import { AccountForm } from '#business/accounts/account-form.tsx'
import css from '#business/accounts/account.module.css'
import { useRoot } from '#web/state.ts'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/facts.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { useForm } from '#ui/use-form.ts'
import { choosePasswordForm, ownPasswordForm, type TeamInvitation } from '#directory/team/team.contract.ts'

const readInvitation = (token: string) => api.team.invitation({ token })

/** Accepts an invitation: a new account chooses its password, an existing one confirms its own. */
function Accept({ invitation, onInvalidLink }: { invitation: TeamInvitation; onInvalidLink: () => void }) {
  const t = useTranslations('invite')
  const account = useTranslations('accounts')
  const text = useTranslations()
  const { hasAccount, vendor, email } = invitation
  const values = ({ password, confirmPassword }: { password: string; confirmPassword: string }) => ({
    token: secretHere(),
    password,
    ...(hasAccount ? {} : { confirmPassword }),
  })
  const form = useForm({
    name: 'accept',
    initial: { password: '', confirmPassword: '' },
    schema: hasAccount ? ownPasswordForm : choosePasswordForm,
    input: values,
    async submit(typed) {
      try {
        await api.team.accept(values(typed))
      } catch (error) {
        const { code, issues } = failureOf(error)
        if (code === 'document/not-found') return onInvalidLink()
        if (issues.length === 0) {
          const { toastError } = await import('#ui/toast.tsx')
          toastError(code === 'team/full' ? t('full', { vendor: vendor.name }) : text(`lib.failures.${code}`))
        }
        throw error
      }
      // The alert slice survives the navigation, so the welcome still shows on the next page.
      useRoot.setState({ alert: { kind: 'success', message: t('accepted', { vendor: vendor.name }) } })
      window.location.assign('/login')
    },
  })
  return (
    <AccountForm form={form}>
      <p className={css['lead']}>{t(hasAccount ? 'known' : 'choose')}</p>
      {/* Password managers store the password with the address. */}
      <input type="email" hidden readOnly name="username" autoComplete="username" value={email} />
      <PasswordField
        field={form.field('password')}
        label={hasAccount ? t('password') : account('password.label')}
        autoComplete={hasAccount ? 'current-password' : 'new-password'}
        {...(hasAccount ? {} : { placeholder: account('password.placeholder'), hint: account('password.hint') })}
      />
      {!hasAccount && (
        <PasswordField field={form.field('confirmPassword')} label={account('confirmPassword.label')} autoComplete="new-password" />
      )}
      <Button type="submit" look="primary" isWide isBusy={form.isBusy}>
        {t('accept')}
      </Button>
    </AccountForm>
  )
}

/** /invite#secret: who invites, the role, and the password that creates the account. Signed out, in the mail's language. */
export function InvitePage() {
  const t = useTranslations('invite')
  const roles = useTranslations('lib.roles')
  const locale = useLocale()
  const [invitation, setInvitation] = useLink(readInvitation)
  if (invitation === null || invitation === 'gone')
    return (
      <div className={css['head']}>
        <h1>{t('title')}</h1>
        <p className={css['lead']} role="status">
          {invitation === null ? t('reading') : t('gone')}
        </p>
      </div>
    )
  const { vendor, email, role, expiresAt } = invitation
  const until = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(expiresAt))
  return (
    <>
      <div className={css['head']}>
        <h1>{t('from', { vendor: vendor.name })}</h1>
      </div>
      <Facts
        label={t('title')}
        facts={[
          { name: t('email'), value: <bdi>{email}</bdi> },
          { name: t('role'), value: roles(role) },
          { name: t('until'), value: until },
        ]}
      />
      <Accept invitation={invitation} onInvalidLink={() => setInvitation('gone')} />
    </>
  )
}
