import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { buttonClass } from '#ui/button.tsx'
import { Page, State } from '#ui/page.tsx'

/** /sales/add: says what is true while nothing was sold. */
export default function SellPage() {
  const t = useTranslations('sales')
  return (
    <Page title={t('sell')}>
      <State
        title={t('sellEmpty.title')}
        text={t('sellEmpty.text')}
        action={
          <Link className={buttonClass('outline')} to="/sales">
            {t('back')}
          </Link>
        }
      />
    </Page>
  )
}
