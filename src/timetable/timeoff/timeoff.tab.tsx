import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api, useMay } from './timeoff.client.ts'
import { changed } from '#web/changed.ts'
import { trainerOptionsQuery } from '#directory/trainers/trainer.queries.ts'
import { useToday } from '#business/setup/here.ts'
import { trainerName } from '#lib/names.ts'
import { ConfirmDialog } from '#ui/confirm.tsx'
import { useFileColumns } from '#ui/lists/file-columns.ts'
import { List } from '#ui/lists/list.tsx'
import { useListQuery } from '#ui/lists/list-state.ts'
import { Status } from '#ui/surface.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useDay, useDays } from '#ui/use-day.ts'
import { useFailed } from '#ui/use-failed.ts'
import { SubstituteNeeds } from './substitute-needs.tsx'
import { timeOffReasons, timeOffStates, type TimeOff } from './timeoff.contract.ts'
import { TimeOffForm } from './timeoff.form.tsx'
import css from './timeoff.module.css'

type Open = { kind: 'form'; row: TimeOff | null } | { kind: 'remove'; row: TimeOff } | null

/** /staff?tab=timeOff: who is away when, and the sessions that need another trainer (product 6). */
export function TimeOffTab() {
  const t = useTranslations('timeoff')
  const failed = useFailed()
  const day = useDay()
  const file = useFileColumns()
  const days = useDays()
  const today = useToday()
  const [canEdit, canSeeAll] = [useMay('timeOff.update'), useMay('trainers.list')]
  const [open, setOpen] = useState<Open>(null)
  const trainers = useQuery({ ...trainerOptionsQuery, enabled: canSeeAll })
  const list = useListQuery({
    entity: 'timeOff',
    filters: { trainer: 'all', reason: 'all', state: 'all' },
    sort: 'fromDay',
    read: api.timeOff.list,
  })
  const remove = async ({ id, version }: TimeOff) => {
    setOpen(null)
    try {
      await api.timeOff.remove({ id, version })
      toastSuccess(t('removed'))
    } catch (error) {
      failed(error)
    }
    await changed('timeOff')
  }
  const all = { value: 'all', label: t('filter.all') }
  const add = canEdit && <ChangeButton onClick={() => setOpen({ kind: 'form', row: null })}>{t('add')}</ChangeButton>
  return (
    <>
      {(list.query.data?.total ?? 0) > 0 && <div className={css['head']}>{add}</div>}
      <SubstituteNeeds />
      <List<TimeOff>
        {...list}
        caption={t('list')}
        exportName="time-off"
        href={(row) => (canSeeAll ? { to: '/staff/trainer', search: { id: row.trainer, date: row.fromDay } } : null)}
        empty={{ title: t('empty.title'), text: canSeeAll ? t('empty.text') : t('empty.own'), action: add }}
        filters={[
          ...(canSeeAll
            ? [
                {
                  name: 'trainer' as const,
                  label: t('columns.trainer'),
                  fallback: 'all',
                  options: [all, ...(trainers.data?.rows ?? []).map((row) => ({ value: row.id, label: trainerName(row) }))],
                },
              ]
            : []),
          {
            name: 'reason',
            label: t('columns.reason'),
            fallback: 'all',
            options: [all, ...timeOffReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))],
          },
          {
            name: 'state',
            label: t('columns.state'),
            fallback: 'all',
            options: [all, ...timeOffStates.map((value) => ({ value, label: t(`states.${value}`) }))],
          },
        ]}
        {...(canEdit
          ? {
              rowActions: (row: TimeOff) => (
                <span className={css['actions']}>
                  <ChangeButton
                    look="quiet"
                    aria-label={t('changeOf', { name: row.trainerName })}
                    onClick={() => setOpen({ kind: 'form', row })}
                  >
                    {t('change')}
                  </ChangeButton>
                  <ChangeButton
                    look="quiet"
                    aria-label={t('removeOf', { name: row.trainerName })}
                    onClick={() => setOpen({ kind: 'remove', row })}
                  >
                    {t('remove')}
                  </ChangeButton>
                </span>
              ),
            }
          : {})}
        columns={[
          { key: 'trainer', label: t('columns.trainer'), csv: (row) => row.trainerName, cell: (row) => <bdi>{row.trainerName}</bdi> },
          {
            key: 'days',
            label: t('columns.days'),
            sort: 'fromDay',
            isWhole: true,
            cell: (row) => days(row.fromDay, row.toDay),
          },
          file('from', (row) => row.fromDay),
          file('to', (row) => row.toDay),
          {
            key: 'reason',
            label: t('columns.reason'),
            csv: (row) => t(`reasons.${row.reason}`),
            cell: (row) => t(`reasons.${row.reason}`),
          },
          { key: 'note', label: t('columns.note'), csv: (row) => row.note, cell: (row) => <bdi>{row.note}</bdi> },
          { key: 'open', label: t('columns.open'), isNumber: true, csv: (row) => row.open, cell: (row) => (row.open > 0 ? row.open : '–') },
          {
            key: 'state',
            narrow: 'second',
            label: t('columns.state'),
            csv: (row) => t(`states.${row.state}`),
            cell: (row) => <Status tone={row.state === 'running' ? 'warn' : 'plain'}>{t(`states.${row.state}`)}</Status>,
          },
        ]}
      />
      {open?.kind === 'form' && <TimeOffForm row={open.row} day={today} onClose={() => setOpen(null)} />}
      {open?.kind === 'remove' && (
        <ConfirmDialog
          title={t('removeTitle', { name: open.row.trainerName })}
          text={`${day(open.row.fromDay)} – ${day(open.row.toDay)}. ${t('removeText')}`}
          yes={t('remove')}
          no={t('back')}
          onYes={() => void remove(open.row)}
          onNo={() => setOpen(null)}
        />
      )}
    </>
  )
}
