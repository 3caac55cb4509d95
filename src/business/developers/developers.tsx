import { useTranslations } from 'use-intl'
import { buttonClass } from '#ui/button.tsx'
import { Deliveries } from './deliveries.list.tsx'
import css from './developers.module.css'
import { Keys } from './keys.tsx'
import { Webhooks } from './webhooks.tsx'

/** API keys and webhooks (product 6, /setup), with a link to the API documentation. */
export default function Developers() {
  const t = useTranslations('developers')
  return (
    <div className={css['page']}>
      <div className={css['head']}>
        <p className={css['lead']}>{t('lead')}</p>
        <a className={buttonClass('outline')} href="/api/docs">
          {t('docs')}
        </a>
      </div>
      <Keys />
      <Webhooks />
      <section className={css['section']} aria-labelledby="deliveries">
        <h2 id="deliveries">{t('deliveries.title')}</h2>
        <p className={css['note']}>{t('deliveries.text')}</p>
        <Deliveries />
      </section>
    </div>
  )
}
