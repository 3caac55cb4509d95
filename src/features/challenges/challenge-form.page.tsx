import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { buttonClass } from '#ui/button.tsx'
import { Page, State } from '#ui/page.tsx'

/** /challenges/add and /challenges/edit: says what a challenge needs before it can be made. */
export default function ChallengeFormPage() {
  const t = useTranslations('challenges')
  return (
    <Page title={t('add')}>
      <State
        title={t('none.title')}
        text={t('none.text')}
        action={
          <Link className={buttonClass('outline')} to="/challenges">
            {t('back')}
          </Link>
        }
      />
    </Page>
  )
}
