import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useMoney } from '#business/ledger/use-money.ts'
import { fullName } from '#lib/names.ts'
import { api } from './customers.client.ts'
import css from './family-part.module.css'

/** The other customers of a family with what each owes, and what all owe together; nothing for someone without a family. */
export function FamilyPart({ customer, className }: { customer: string; className?: string | undefined }) {
  const t = useTranslations('customers.family')
  const { data } = useQuery({ queryKey: ['customers', 'family', customer], queryFn: () => api.customers.family({ id: customer }) })
  const money = useMoney(data, true)
  if (!data || data.people.length === 0) return null
  const { people, owes, total } = data
  const isShared = [owes, ...people.map((person) => person.owes)].filter((amount) => amount > 0).length > 1
  return (
    <section className={className} aria-labelledby="family">
      <h2 id="family">{t('title')}</h2>
      <ul className={css['people']}>
        {people.map((person) => (
          <li key={person.id}>
            <span className={css['who']}>
              <Link to="/sales/customer" search={{ id: person.id }} dir="auto">
                {fullName(person)}
              </Link>
              {person.relation !== 'relative' && <span className={css['relation']}>{t(person.relation)}</span>}
            </span>
            {person.owes > 0 && <span className={css['owes']}>{t('owes', { amount: money(person.owes) })}</span>}
          </li>
        ))}
      </ul>
      {isShared && (
        <p className={css['total']}>
          <span>{t('total')}</span>
          <strong>{money(total)}</strong>
        </p>
      )}
    </section>
  )
}
