import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api, useMay } from './quotes.client.ts'
import { fullName } from '#lib/names.ts'
import css from './quote.module.css'

/** The quotes with unnamed places in a batch; renders nothing if there are none. */
export function UnnamedPlaces({ batch }: { batch: string }) {
  const t = useTranslations('quotes')
  const seesQuotes = useMay('quotes.list')
  const input = { state: 'toName', batch, size: 100 } as const
  const { data } = useQuery({ queryKey: ['quotes', 'list', input], queryFn: () => api.quotes.list(input), enabled: seesQuotes })
  if (!data || data.rows.length === 0) return null
  return (
    <ul className={css['held']} aria-label={t('places.title')}>
      {data.rows.map((row) => (
        <li key={row.id}>
          {t('places.missing', { count: row.unnamed })}{' '}
          <Link to="/sales/quote" search={{ id: row.id }}>
            {t('numbered', { number: row.number })}
          </Link>
          {fullName(row) !== '' && (
            <>
              {' · '}
              <bdi>{fullName(row)}</bdi>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
