import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api, useMay } from './challenges.client.ts'
import { useRoot } from '#web/state.ts'
import type { Unchecked } from '#lib/addresses.ts'
import { pageLimit } from '#lib/calls.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyPage } from '#ui/empty-page.tsx'
import { SelectField } from '#ui/field.tsx'
import { useOpenTexts } from '#ui/use-open-texts.ts'
import { Page, Unread } from '#ui/page.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import { asked, challengeFilters, readFilter, type ChallengeFilter } from './challenge.rules.ts'
import css from './challenges.module.css'
import { Invitations } from './invitations.tsx'
import { Lanes } from './challenge-lanes.tsx'

const names = ['session', 'status', 'allorsingle'] as const
const everything = { session: 'All', status: 'All', allorsingle: 'All' }

/**
 * /challenges: the filter bar with the spec's defaults, stored and in the URL, above the lanes; an empty result offers
 * the internal ones (product 2.19).
 */
export default function ChallengesPage() {
  const t = useTranslations('challenges')
  const list = useTranslations('lists')
  const navigate = useNavigate()
  const [canAdd, mayAnswer] = [useMay('challenges.create'), useMay('challenges.invitations')]
  const stored = useRoot((state) => state.challenges)
  const url: Unchecked = useSearch({ strict: false })
  const filter = readFilter(url, stored)
  const typed = Number(url.page)
  const page = Number.isInteger(typed) && typed > 0 ? typed : 1
  const isArchive = url.archived === 'true' || url.archived === true
  const kind = isArchive ? { archived: true } : {}
  const change = (next: Partial<ChallengeFilter>) => {
    const all = { ...filter, ...next }
    useRoot.setState({ challenges: all })
    void navigate({ to: '.', search: { ...all, ...kind } })
  }
  const turn = (to: number) => void navigate({ to: '.', search: { ...filter, ...kind, ...(to === 1 ? {} : { page: to }) } })
  const input = { ...asked(filter), state: isArchive ? ('archived' as const) : ('current' as const), page, size: pageLimit }
  const query = useQuery({
    queryKey: ['challenges', 'list', input],
    queryFn: () => api.challenges.list(input),
    placeholderData: keepPreviousData,
  })
  const words = useOpenTexts('challenges')
  const word = (name: keyof ChallengeFilter) => words(`${name}.${filter[name]}`)
  const isEverything = names.every((name) => filter[name] === 'All')
  const add = canAdd && <AddLink to="/challenges/add">{t('add')}</AddLink>
  const action = isEverything ? (
    add
  ) : filter.status === 'External Only' ? (
    <Button onClick={() => change({ status: 'Internal Only' })}>{t('empty.internal')}</Button>
  ) : (
    <Button onClick={() => change(everything)}>{t('empty.all')}</Button>
  )
  return (
    <Page
      title={t('title')}
      primary={add}
      actions={
        <Link className={buttonClass('quiet')} to="." search={isArchive ? filter : { ...filter, archived: true }}>
          {isArchive ? t('current') : t('archived')}
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
            options={challengeFilters[name].options.map((value) => ({ value, label: words(`${name}.${value}`) }))}
          />
        ))}
      </div>
      {mayAnswer && <Invitations />}
      {!query.data ? (
        <Unread query={query} rows={4} />
      ) : query.data.rows.length > 0 ? (
        <>
          <Lanes rows={query.data.rows} />
          {query.data.total > pageLimit && (
            <div className={css['buttons']}>
              <Button disabled={page <= 1} onClick={() => turn(page - 1)}>
                {list('previous')}
              </Button>
              <Button disabled={page * pageLimit >= query.data.total} onClick={() => turn(page + 1)}>
                {list('next')}
              </Button>
            </div>
          )}
        </>
      ) : (
        <EmptyPage title={isEverything ? t('none.title') : t('empty.title')} drawing="track" action={action}>
          <p>
            {isEverything
              ? t(isArchive ? 'none.archived' : 'none.text')
              : t('empty.text', { session: word('session'), status: word('status'), allorsingle: word('allorsingle') })}
          </p>
        </EmptyPage>
      )}
    </Page>
  )
}
