import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useRoot } from '#app/state.ts'
import { OpenBatchesLink } from '#features/batches/open-batches.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { EmptyPage } from '#ui/empty-page.tsx'
import { Page } from '#ui/page.tsx'
import { challengeFilters, readFilter, type ChallengeFilter } from './challenge.rules.ts'
import css from './challenges.module.css'

const names = ['session', 'status', 'allorsingle'] as const

/** /challenges: the filter bar with the spec's defaults, in the URL and kept; an empty result offers the internal ones (product 2.19). */
export default function ChallengesPage() {
  const t = useTranslations('challenges')
  const navigate = useNavigate()
  const kept = useRoot((state) => state.challenges)
  const filter = readFilter(useSearch({ strict: false }), kept)
  const change = (next: Partial<ChallengeFilter>) => {
    const all = { ...filter, ...next }
    useRoot.setState({ challenges: all })
    void navigate({ to: '.', search: all as never })
  }
  const word = (name: keyof ChallengeFilter) => t(`${name}.${filter[name]}`)
  const isEverything = names.every((name) => filter[name] === 'All')
  const action = isEverything ? (
    <OpenBatchesLink />
  ) : filter.status === 'External Only' ? (
    <Button onClick={() => change({ status: 'Internal Only' })}>{t('empty.internal')}</Button>
  ) : (
    <Button onClick={() => change({ session: 'All', status: 'All', allorsingle: 'All' })}>{t('empty.all')}</Button>
  )
  return (
    <Page
      title={t('title')}
      actions={
        <Link className={buttonClass('outline')} to="/challenges/add">
          {t('add')}
        </Link>
      }
    >
      <div className={css['filters']} role="group" aria-label={t('filters.label')}>
        {names.map((name) => (
          <SelectField
            key={name}
            field={{
              name,
              id: `challenges-${name}`,
              value: filter[name],
              error: undefined,
              onChange: (value) => change({ [name]: value }),
              onBlur: () => {},
            }}
            label={t(`filters.${name}`)}
            options={challengeFilters[name].options.map((value) => ({ value, label: t(`${name}.${value}`) }))}
          />
        ))}
      </div>
      <EmptyPage title={isEverything ? t('none.title') : t('empty.title')} drawing="track" action={action}>
        <p>
          {isEverything
            ? t('none.text')
            : t('empty.text', { session: word('session'), status: word('status'), allorsingle: word('allorsingle') })}
        </p>
      </EmptyPage>
    </Page>
  )
}
