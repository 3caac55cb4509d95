import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api, useMay } from './payroll.client.ts'
import css from '#insight/finance/finance.module.css'
import { useToday } from '#business/setup/here.ts'
import { State, Unread } from '#ui/page.tsx'
import { Table } from '#ui/table.tsx'
import { AddLink, ChangeButton } from '#ui/trial-over.tsx'
import { AdjustPay, PayTrainer } from './pay-dialogs.tsx'
import { useFigures } from '#business/ledger/use-money.ts'
import { inUnits, PayFrame, type ChosenMonth } from './pay-month.tsx'
import type { PayMonth, PayRow } from './payroll.contract.ts'
import own from './payroll.module.css'
import { TrainerPay, useLinesFile } from './trainer-pay.tsx'

type Terms = Pick<PayMonth, 'month' | 'currency' | 'exponent' | 'isFrozen'>
type Open = { dialog: 'pay' | 'adjust'; row: PayRow; terms: Terms }
type OnOpen = (open: Open) => void
const amounts = ['pay', 'adjustments', 'total', 'paid', 'payable'] as const
const amountOf = (row: Omit<PayRow, 'trainer' | 'name' | 'cost'>, key: (typeof amounts)[number]) =>
  key === 'total' ? row.pay + row.adjustments : row[key]

/** The actions for a trainer: pay what is owed, and adjust. */
function Actions({ row, terms, onOpen }: { row: PayRow; terms: Terms; onOpen: OnOpen }) {
  const t = useTranslations('payroll')
  const [canPay, canAdjust] = [useMay('payroll.pay'), useMay('payroll.adjust')]
  return (
    <span className={own['actions']}>
      {canPay && row.payable > 0 && (
        <ChangeButton look="outline" aria-label={t('pay.of', { name: row.name })} onClick={() => onOpen({ dialog: 'pay', row, terms })}>
          {t('pay.open')}
        </ChangeButton>
      )}
      {canAdjust && (
        <ChangeButton look="quiet" aria-label={t('adjust.of', { name: row.name })} onClick={() => onOpen({ dialog: 'adjust', row, terms })}>
          {t('adjust.open')}
        </ChangeButton>
      )}
    </span>
  )
}

function Trainers({ data, month, onOpen }: { data: PayMonth; month: ChosenMonth; onOpen: OnOpen }) {
  const t = useTranslations('payroll')
  const canWrite = useMay('payroll.adjust')
  const { money, cost, hours, count } = useFigures(data)
  return (
    <Table
      label={t('list')}
      isWide
      columns={[
        {
          key: 'trainer',
          label: t('columns.trainer'),
          cell: (row) => (
            <Link
              dir="auto"
              to="."
              search={{ tab: 'payroll', ...(month.isRunning ? {} : { month: month.month }), trainer: row.trainer }}
              resetScroll={false}
            >
              {row.name}
            </Link>
          ),
        },
        { key: 'sessions', label: t('columns.sessions'), isNumber: true, cell: (row) => count(row.sessions) },
        { key: 'hours', label: t('columns.hours'), isNumber: true, cell: (row) => hours(row.minutes) },
        {
          key: 'cost',
          label: t('columns.cost'),
          isNumber: true,
          cell: (row) => (row.cost === null ? t('varies') : cost(row.cost)),
        },
        ...amounts.map((key) => ({
          key,
          label: t(`columns.${key}`),
          isNumber: true,
          cell: (row: PayRow) => money(amountOf(row, key)),
        })),
        ...(canWrite
          ? [
              {
                key: 'actions',
                label: t('columns.actions'),
                isActions: true,
                cell: (row: PayRow) => <Actions row={row} terms={data} onOpen={onOpen} />,
              },
            ]
          : []),
      ]}
      rows={data.rows}
      keyOf={({ trainer }) => trainer}
      total={{
        name: t('total'),
        of: {
          sessions: count(data.totals.sessions),
          hours: hours(data.totals.minutes),
          cost: '–',
          ...Object.fromEntries(amounts.map((key) => [key, money(amountOf(data.totals, key))])),
        },
      }}
    />
  )
}

function AllTrainers({ month, onOpen }: { month: ChosenMonth; onOpen: OnOpen }) {
  const t = useTranslations('payroll')
  const files = useTranslations('lists.files.columns')
  const query = useQuery({ queryKey: ['payroll', 'list', month.month], queryFn: () => api.payroll.list({ month: month.month }) })
  const { data } = query
  const canAdd = useMay('trainers.create')
  const file = data && {
    name: `trainer-pay-${data.month}`,
    header: (['trainer', 'sessions', 'hours', 'cost', ...amounts] as const).map((key) => t(`columns.${key}`)).concat(files('currency')),
    rows: data.rows.map((row) => [
      row.name,
      row.sessions,
      row.minutes / 60,
      row.cost ?? t('varies'),
      ...amounts.map((key) => inUnits(amountOf(row, key), data)),
      data.currency,
    ]),
  }
  return (
    <PayFrame month={month} read={data} file={data && data.rows.length > 0 ? file : undefined}>
      {!data || query.isError ? (
        <Unread query={query} />
      ) : data.rows.length === 0 ? (
        <State title={t('none')} text={t('noneText')} action={canAdd && <AddLink to="/staff/add">{t('addTrainer')}</AddLink>} />
      ) : (
        <Trainers data={data} month={month} onOpen={onOpen} />
      )}
    </PayFrame>
  )
}

function OneTrainer({ month, trainer, onOpen }: { month: ChosenMonth; trainer: string; onOpen: OnOpen }) {
  const t = useTranslations('payroll')
  const query = useQuery({
    queryKey: ['payroll', 'lines', month.month, trainer],
    queryFn: () => api.payroll.lines({ month: month.month, trainer }),
  })
  const { data } = query
  const all = { tab: 'payroll', ...(month.isRunning ? {} : { month: month.month }) }
  return (
    <PayFrame month={month} read={data} file={useLinesFile(data)}>
      <div className={css['bar']}>
        <Link to="." search={all}>
          {t('all')}
        </Link>
        {data && (
          <>
            <h3 className={css['month']}>
              <bdi>{data.row.name}</bdi>
            </h3>
            <Actions row={data.row} terms={data} onOpen={onOpen} />
          </>
        )}
      </div>
      {data && !query.isError ? <TrainerPay data={data} label={data.row.name} /> : <Unread query={query} />}
    </PayFrame>
  )
}

/** Trainer pay of a month by trainer; `?trainer=` shows the sessions behind one of them. */
export function Payroll({ month }: { month: ChosenMonth }) {
  const { trainer } = useSearch({ strict: false })
  const running = useToday().slice(0, 7)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      {trainer === undefined ? (
        <AllTrainers month={month} onOpen={setOpen} />
      ) : (
        <OneTrainer month={month} trainer={trainer} onOpen={setOpen} />
      )}
      {open?.dialog === 'pay' && <PayTrainer row={open.row} terms={open.terms} onClose={close} />}
      {open?.dialog === 'adjust' && (
        // Frozen pay does not change: it is corrected in the running month.
        <AdjustPay row={open.row} terms={open.terms} month={open.terms.isFrozen ? running : open.terms.month} onClose={close} />
      )}
    </>
  )
}
