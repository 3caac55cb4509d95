import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useMoney } from '#business/ledger/use-money.ts'
import { changed } from '#web/changed.ts'
import { Button } from '#ui/button.tsx'
import { Failed, Skeleton, State } from '#ui/page.tsx'
import { Status } from '#ui/surface.tsx'
import { Table } from '#ui/table.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import { useFailed } from '#ui/use-failed.ts'
import type { BillingRun } from './billing-run.contract.ts'
import css from './billing-run.module.css'
import { VoidRun } from './billing-run.void.tsx'
import { api, useMay } from './sales.client.ts'

const size = 20

/** How far a run is, and what happens to its places after a void. */
function RunState({ run }: { run: BillingRun }) {
  const t = useTranslations('sales.runs')
  const { state, bills, voided, voidedByName: name, voidReason, isWaiting } = run
  return (
    <div className={css['state']}>
      <Status tone={state === 'voiding' ? 'warn' : 'plain'}>{t(`states.${state}`)}</Status>
      {state === 'voiding' && <small role="status">{t('progress', { done: voided, count: bills })}</small>}
      {state === 'voided' && <small>{t('by', { name, reason: voidReason ?? '' })}</small>}
      {isWaiting && <small>{t('waiting')}</small>}
    </div>
  )
}

/** The one action that a run's state and the role allow. */
function RunAction({ run, onVoid }: { run: BillingRun; onVoid: () => void }) {
  const t = useTranslations('sales.runs')
  const day = useDay()
  const failed = useFailed()
  const [mayVoid, mayBill] = [useMay('sales.voidRun'), useMay('sales.billAgain')]
  const [isBusy, setBusy] = useState(false)
  const label = { day: day(run.day) }
  async function billAgain(): Promise<void> {
    setBusy(true)
    try {
      await api.sales.billAgain({ id: run.id })
      await changed('sales')
      toastSuccess(t('again.done'))
    } catch (error) {
      failed(error)
    }
    setBusy(false)
  }
  if (run.state === 'billed' && mayVoid && run.voided < run.bills)
    return (
      <ChangeButton look="quiet" onClick={onVoid} aria-label={t('void.of', label)}>
        {t('void.open')}
      </ChangeButton>
    )
  if (run.isWaiting && mayBill)
    return (
      <ChangeButton look="outline" isBusy={isBusy} onClick={() => void billAgain()} aria-label={t('again.of', label)}>
        {t('again.open')}
      </ChangeButton>
    )
  return null
}

/** The nights' automatic bills, the newest first, each with its state and the action that it allows. */
export function RunList() {
  const t = useTranslations('sales.runs')
  const list = useTranslations('lists')
  const format = useFormatter()
  const day = useDay()
  const [page, setPage] = useState(1)
  const [voiding, setVoiding] = useState<BillingRun | null>(null)
  const query = useQuery({
    queryKey: ['sales', 'runs', page],
    queryFn: () => api.sales.runs({ page, size }),
    placeholderData: keepPreviousData,
    // A run that is being voided shows its progress.
    refetchInterval: ({ state }) => (state.data?.rows.some((run) => run.state === 'voiding') ? 2000 : false),
  })
  const { data } = query
  const money = useMoney(data?.rows[0], true)
  if (query.isError) return <Failed retry={() => void query.refetch()} />
  if (!data) return <Skeleton />
  if (data.total === 0) return <State title={t('empty.title')} text={t('empty.text')} action={null} />
  const pages = Math.ceil(data.total / size)
  return (
    <div className={css['runs']}>
      <p className={css['note']}>{t('text')}</p>
      <Table
        label={t('title')}
        isWide
        columns={[
          {
            key: 'day',
            label: t('columns.day'),
            isHead: true,
            isWhole: true,
            cell: (run) => (
              <Link to="/sales" search={{ tab: 'sales', run: run.id }}>
                {day(run.day)}
              </Link>
            ),
          },
          { key: 'bills', label: t('columns.bills'), isNumber: true, cell: ({ bills }) => format.number(bills) },
          {
            key: 'total',
            narrow: 'first',
            label: t('columns.total'),
            isNumber: true,
            cell: ({ total }) => <span className="whole">{money(total)}</span>,
          },
          { key: 'paid', label: t('columns.paid'), isNumber: true, cell: ({ paid }) => (paid === 0 ? '–' : format.number(paid)) },
          {
            key: 'due',
            label: t('columns.due'),
            isNumber: true,
            cell: ({ due }) => (due === 0 ? '–' : <span className="whole">{money(due)}</span>),
          },
          { key: 'state', narrow: 'second', label: t('columns.state'), cell: (run) => <RunState run={run} /> },
          {
            key: 'actions',
            label: t('columns.actions'),
            isActions: true,
            cell: (run) => <RunAction run={run} onVoid={() => setVoiding(run)} />,
          },
        ]}
        rows={data.rows}
        keyOf={({ id }) => id}
      />
      {pages > 1 && (
        <div className={css['pages']}>
          <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {list('previous')}
          </Button>
          <Button disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {list('next')}
          </Button>
        </div>
      )}
      {voiding && <VoidRun run={voiding} onClose={() => setVoiding(null)} />}
    </div>
  )
}
