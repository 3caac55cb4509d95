import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { api } from '#api/client.ts'
import { changed, progressQuery } from '#api/queries.ts'
import { useServiceOptions } from '#features/services/names.ts'
import { trainerName } from '#lib/names.ts'
import { dayList } from '#lib/week.ts'
import { buttonClass } from '#ui/button.tsx'
import { ArchiveAction } from '#ui/entity-list.tsx'
import { List, pageSize } from '#ui/list.tsx'
import { useListQuery } from '#ui/list-state.ts'
import { Status } from '#ui/surface.tsx'
import { useLanguage } from '#ui/use-language.ts'
import type { Trainer } from './trainer.contract.ts'
import css from './trainers.module.css'

/** The trainers like a team sheet: bib number, face, what they teach and when (product 6, /staff). */
export function TrainerList() {
  const t = useTranslations('trainers')
  const common = useTranslations('services')
  const format = useFormatter()
  const locale = useLocale()
  const language = useLanguage()
  const { options, labelOf } = useServiceOptions()
  const { data: progress } = useQuery(progressQuery)
  const list = useListQuery({ entity: 'trainers', filters: { state: 'current', service: 'all' }, read: api.trainers.list })
  const currency = progress?.country.currency ?? 'USD'
  const when = (row: Trainer) =>
    `${dayList(row.trainingDays, progress?.country.firstWeekday ?? 0, locale)} \u2066${row.startingTime}–${row.endingTime}\u2069`
  const bib = (row: Trainer) => (list.state.page - 1) * pageSize + (list.query.data?.rows.findIndex(({ id }) => id === row.id) ?? 0) + 1
  return (
    <List<Trainer>
      {...list}
      caption={t('list')}
      exportName="trainers"
      href={(row) => ({ to: '/staff/edit', search: { id: row.id } })}
      empty={{
        title: t('empty.title'),
        text: t('empty.text'),
        action: (
          <Link className={buttonClass('primary')} to="/staff/add">
            {t('add')}
          </Link>
        ),
      }}
      filters={[
        {
          name: 'state',
          label: common('filter.status'),
          fallback: 'current',
          options: [
            { value: 'current', label: common('filter.current') },
            { value: 'archived', label: t('states.archived') },
          ],
        },
        { name: 'service', label: common('service.label'), fallback: 'all', options: [{ value: 'all', label: '–' }, ...options] },
      ]}
      rowActions={(row) => (
        <ArchiveAction
          row={row}
          calls={api.trainers}
          name={trainerName(row)}
          messages={{ archived: t('archived', { name: trainerName(row) }), restored: t('restored', { name: trainerName(row) }) }}
          onChanged={() => changed('trainers')}
        />
      )}
      columns={[
        {
          key: 'name',
          label: t('columns.name'),
          sort: 'Fname',
          csv: trainerName,
          cell: (row) => (
            <span className={css['person']}>
              <span className={css['bib']} aria-hidden="true">
                {bib(row)}
              </span>
              <img className={css['face']} src={row.avatar} alt="" loading="lazy" width={36} height={36} />
              {trainerName(row)}
            </span>
          ),
        },
        {
          key: 'services',
          label: t('columns.services'),
          csv: (row) => row.services.map(labelOf).join(', '),
          cell: (row) =>
            row.services
              .map(labelOf)
              .filter(Boolean)
              .join(language === 'ar' ? '، ' : ', '),
        },
        { key: 'hours', label: t('columns.hours'), csv: when, cell: when },
        {
          key: 'cost',
          label: t('columns.cost'),
          sort: 'cost',
          isNumber: true,
          csv: (row) => row.cost,
          cell: (row) => <span className="ltr">{format.number(row.cost, { style: 'currency', currency, maximumFractionDigits: 0 })}</span>,
        },
        {
          key: 'status',
          label: t('columns.status'),
          csv: (row) => t(`states.${row.state}`),
          cell: (row) => <Status tone={row.state === 'active' ? 'good' : 'plain'}>{t(`states.${row.state}`)}</Status>,
        },
      ]}
    />
  )
}
