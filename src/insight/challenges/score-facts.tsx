import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { api, useMay } from './challenges.client.ts'
import { List } from '#ui/lists/list.tsx'
import { useListQuery } from '#ui/lists/list-state.ts'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import type { ChallengeDetail } from './challenge.contract.ts'
import type { ScoreFact } from './entry.contract.ts'
import css from './challenges.module.css'
import { ReasonDialog } from './entry-dialogs.tsx'
import { useEntrantName } from './use-name.ts'

/** Every fact behind the points: the session that was attended, or who entered it; with ?entry=… those of one entrant (product 3). */
export function ScoreFacts({ challenge }: { challenge: ChallengeDetail }) {
  const t = useTranslations('challenges.facts')
  const format = useFormatter()
  const entrant = useEntrantName()
  const day = useDay()
  const canVoid = useMay('challenges.voidScore') && challenge.state !== 'archived'
  const [voided, setVoided] = useState<ScoreFact | null>(null)
  const { entry } = useSearch({ strict: false })
  const list = useListQuery({
    entity: 'challenges',
    of: `facts ${challenge.id}`,
    sort: 'day',
    filters: { entry: 'all' },
    read: (input: object) => api.challenges.facts({ ...input, challenge: challenge.id }),
  })
  const what = (row: ScoreFact) => (row.source === 'manual' ? t('by', { by: row.by }) : row.batchName)
  const points = (row: ScoreFact) => (row.voidReason === null ? row.points : 0)
  return (
    <section className={css['part']} aria-label={t('title')}>
      {entry && (
        <p>
          {t('ofOne', { name: entrant(list.query.data?.rows[0]?.name ?? null) })}{' '}
          <Link to="." search={{ id: challenge.id, tab: 'facts' }}>
            {t('all')}
          </Link>
        </p>
      )}
      <List<ScoreFact>
        {...list}
        caption={t('title')}
        exportName="facts"
        href={(row) => (row.session ? { to: '/services/session', search: { id: row.session } } : null)}
        empty={{ title: t('none'), text: t('noneText'), action: null }}
        filters={[]}
        rowActions={(row) =>
          canVoid && row.mayScore && row.source === 'manual' && row.voidReason === null ? (
            <ChangeButton look="quiet" aria-label={t('voidNamed', { name: entrant(row.name) })} onClick={() => setVoided(row)}>
              {t('void')}
            </ChangeButton>
          ) : null
        }
        columns={[
          { key: 'what', label: t('what'), csv: what, cell: (row) => <bdi>{what(row)}</bdi> },
          { key: 'name', label: t('name'), csv: (row) => entrant(row.name), cell: (row) => <bdi>{entrant(row.name)}</bdi> },
          { key: 'day', label: t('day'), sort: 'day', isWhole: true, csv: (row) => row.day, cell: (row) => day(row.day) },
          { key: 'units', label: t('units'), isNumber: true, csv: (row) => row.units, cell: (row) => format.number(row.units) },
          {
            key: 'points',
            label: t('points'),
            isNumber: true,
            csv: points,
            cell: (row) => <span className={row.voidReason === null ? undefined : css['void']}>{format.number(row.points)}</span>,
          },
          {
            key: 'note',
            label: t('note'),
            csv: (row) => row.voidReason ?? row.note,
            cell: (row) => <bdi>{row.voidReason === null ? row.note : t('voided', { reason: row.voidReason })}</bdi>,
          },
        ]}
      />
      {voided && (
        <ReasonDialog
          title={t('voidTitle')}
          text={t('voidText', { points: format.number(voided.points), name: entrant(voided.name) })}
          save={t('void')}
          run={(reason) => api.challenges.voidScore({ id: voided.id, reason })}
          onClose={() => setVoided(null)}
        />
      )}
    </section>
  )
}
