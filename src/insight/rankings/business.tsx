import { useQuery } from '@tanstack/react-query'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { api } from './rankings.client.ts'
import { OpenBatchesLink } from '#insight/home/open-batches.tsx'
import { useServiceTypes } from '#directory/services/service-names.ts'
import { shareCell } from '#lib/csv-cells.ts'
import { EmptyPage } from '#ui/empty-page.tsx'
import { Unread } from '#ui/page.tsx'
import { ReportTools } from '#ui/report-tools.tsx'
import type { Sheet } from '#ui/sheet.ts'
import { Table } from '#ui/table.tsx'
import { FormulaLine, PeriodBar } from './period-bar.tsx'
import type { BusinessRanking } from './rankings.contract.ts'
import css from './rankings.module.css'
import { formulaVersion, partShare } from './rankings.rules.ts'
import { useBoardFormat } from './board-format.tsx'
import { usePeriodName, type usePeriod } from './use-period.ts'

/** The parts of the business's score: their weights, their inputs, and the points they contribute. */
function Parts({ data }: { data: BusinessRanking }) {
  const t = useTranslations('rankings')
  const format = useFormatter()
  const view = useBoardFormat('business', data.period)
  return (
    <Table
      label={t('columns.parts')}
      look="sheet"
      columns={[
        { key: 'part', label: t('columns.part'), cell: ({ key }) => view.partName(key) },
        {
          key: 'weight',
          label: t('columns.weight'),
          isNumber: true,
          cell: ({ weight }) => format.number(weight / 100, { style: 'percent' }),
        },
        { key: 'share', label: t('columns.share'), isNumber: true, cell: ({ key }) => view.share(data.inputs, key) },
        {
          key: 'inputs',
          label: t('columns.inputs'),
          isNumber: true,
          cell: ({ key }) => (data.inputs[key] ? view.from(key, data.inputs[key]) : t('noFigure')),
        },
      ]}
      rows={view.parts}
      keyOf={({ key }) => key}
    />
  )
}

/** The place among businesses of the same country and kind, in the last frozen period. */
function Standing({ standing, span }: { standing: BusinessRanking['standing']; span: BusinessRanking['period']['span'] }) {
  const t = useTranslations('rankings.standing')
  const format = useFormatter()
  const locale = useLocale()
  const name = usePeriodName()
  const { nameOf } = useServiceTypes()
  if (!standing) return <p className={css['note']}>{t('later')}</p>
  const country = new Intl.DisplayNames(locale, { type: 'region' }).of(standing.country) ?? standing.country
  const words = { country, period: name({ span, from: standing.from, to: standing.to }) }
  return (
    <section className={css['standing']} aria-label={t('title')}>
      <h3>{t('title')}</h3>
      {standing.score === null && <p>{t('unranked', words)}</p>}
      <ul>
        {standing.among.map(({ serviceType, among, percentile }) => (
          <li key={serviceType}>
            {among === null || percentile === null
              ? t('few', { ...words, service: nameOf(serviceType) })
              : t('place', {
                  ...words,
                  service: nameOf(serviceType),
                  percentile: format.number(percentile / 100, { style: 'percent' }),
                  count: among,
                })}
          </li>
        ))}
      </ul>
      <p className={css['note']}>{t('how')}</p>
    </section>
  )
}

function Score({ data }: { data: BusinessRanking }) {
  const t = useTranslations('rankings')
  const view = useBoardFormat('business', data.period)
  const { score, scoreBefore } = data
  const step = score === null ? null : view.step(data.inputs)
  return (
    <div className={css['own']}>
      <p className={css['points']}>
        <span className={css['ball']} aria-hidden="true" />
        {score === null ? '–' : view.points(score)} <small>{t('points')}</small>
      </p>
      <div>
        <p>
          {score === null
            ? t('notYet', { have: data.sample, need: view.sample[data.period.span] })
            : scoreBefore === null
              ? t('before.none')
              : t(`before.${score === scoreBefore ? 'same' : score > scoreBefore ? 'up' : 'down'}`, {
                  before: view.points(scoreBefore),
                  change: view.points(Math.abs(score - scoreBefore)),
                })}
        </p>
        {score !== null && (
          <p>
            <b>{t('columns.step')}:</b> {step ?? t('nothing')}
          </p>
        )}
      </div>
    </div>
  )
}

/** The export file of the business's parts. */
function sheetOf(
  data: BusinessRanking,
  t: ReturnType<typeof useTranslations<'rankings'>>,
  { parts, partName }: ReturnType<typeof useBoardFormat>,
): Sheet {
  return {
    header: (['part', 'weight', 'share', 'num', 'den'] as const).map((key) => t(`columns.${key}`, { part: t('columns.inputs') })),
    rows: parts.map(({ key, weight }) => {
      const input = data.inputs[key]
      const share = input ? partShare(input) : null
      return [partName(key), weight, shareCell(share === null ? null : share / 10_000), input?.num ?? '', input?.den ?? '']
    }),
  }
}

/** *My business*: its own score and its parts, what would move it up, and its place among others (product 6). */
export function Business({ period }: { period: ReturnType<typeof usePeriod> }) {
  const t = useTranslations('rankings')
  const { asked } = period
  const query = useQuery({ queryKey: ['rankings', 'business', asked], queryFn: () => api.rankings.business(asked) })
  const { data } = query
  const view = useBoardFormat('business', data?.period ?? { version: formulaVersion, currency: '', exponent: 0 })
  return (
    <>
      <PeriodBar period={period} data={data?.period}>
        {data && data.sample > 0 && <ReportTools name={`ranking-business-${data.period.from}`} sheet={() => sheetOf(data, t, view)} />}
      </PeriodBar>
      {!data || query.isError ? (
        <Unread query={query} />
      ) : data.sample === 0 && data.standing === null ? (
        <EmptyPage title={t('empty.title')} drawing="table" action={<OpenBatchesLink />}>
          <p>{t('empty.business')}</p>
        </EmptyPage>
      ) : (
        <>
          <Score data={data} />
          <FormulaLine data={data.period} weights={view.weights} text={t('formulas.business')} />
          {data.sample > 0 && <Parts data={data} />}
          <Standing standing={data.standing} span={data.period.span} />
        </>
      )}
    </>
  )
}
