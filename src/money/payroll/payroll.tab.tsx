import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api, useMay } from './payroll.client.ts'
import css from '#insight/finance/finance.module.css'
import { useToday } from '#business/setup/here.ts'
import { Button } from '#ui/button.tsx'
import { State, Unread } from '#ui/page.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import { AdjustPay, PayTrainer } from './pay-dialogs.tsx'
import { useFigures } from '#business/ledger/use-money.ts'
import { inUnits, PayFrame, type Month } from './pay-month.tsx'
import type { PayMonth, PayRow } from './payroll.contract.ts'
import own from './payroll.module.css'
import { TrainerPay, useLinesFile } from './trainer-pay.tsx'

type Terms = Pick<PayMonth, 'month' | 'currency' | 'exponent' | 'isFrozen'>
type Open = { dialog: 'pay' | 'adjust'; row: PayRow; terms: Terms }
type OnOpen = (open: Open) => void
const amounts = ['pay', 'adjustments', 'total', 'paid', 'payable'] as const
const amountOf = (row: Omit<PayRow, 'trainer' | 'name' | 'cost'>, key: (typeof amounts)[number]) =>
  key === 'total' ? row.pay + row.adjustments : row[key]

/** What may be done for a trainer: pay what is owed, and adjust. */
function Actions({ row, terms, onOpen }: { row: PayRow; terms: Terms; onOpen: OnOpen }) {
  const t = useTranslations('payroll')
  const [canPay, canAdjust] = [useMay('payroll.pay'), useMay('payroll.adjust')]
  return (
    <span className={own['actions']}>
      {canPay && row.payable > 0 && (
        <Button aria-label={t('pay.of', { name: row.name })} onClick={() => onOpen({ dialog: 'pay', row, terms })}>
          {t('pay.open')}
        </Button>
      )}
      {canAdjust && (
        <Button look="quiet" aria-label={t('adjust.of', { name: row.name })} onClick={() => onOpen({ dialog: 'adjust', row, terms })}>
          {t('adjust.open')}
        </Button>
      )}
    </span>
  )
}

function Table({ data, month, onOpen }: { data: PayMonth; month: Month; onOpen: OnOpen }) {
  const t = useTranslations('payroll')
  const canWrite = useMay('payroll.adjust')
  const { money, cost, hours, count } = useFigures(data)
  return (
    <section className={css['scroll']} aria-label={t('list')} tabIndex={0} data-paper="wide">
      <table className={css['entries']}>
        <caption className="hidden-text">{t('list')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('columns.trainer')}</th>
            {(['sessions', 'hours', 'cost', ...amounts] as const).map((key) => (
              <th key={key} scope="col" className={css['number']}>
                {t(`columns.${key}`)}
              </th>
            ))}
            {canWrite && (
              <th scope="col">
                <span className="hidden-text">{t('columns.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={row.trainer}>
              <th scope="row">
                <Link
                  dir="auto"
                  to="."
                  search={{ tab: 'payroll', ...(month.isRunning ? {} : { month: month.month }), trainer: row.trainer }}
                  resetScroll={false}
                >
                  {row.name}
                </Link>
              </th>
              <td className={css['number']}>{count(row.sessions)}</td>
              <td className={css['number']}>{hours(row.minutes)}</td>
              <td className={css['number']}>{row.cost === null ? t('varies') : cost(row.cost)}</td>
              {amounts.map((key) => (
                <td key={key} className={css['number']}>
                  {money(amountOf(row, key))}
                </td>
              ))}
              {canWrite && (
                <td className={own['cell']}>
                  <Actions row={row} terms={data} onOpen={onOpen} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            <td className={css['number']}>{count(data.totals.sessions)}</td>
            <td className={css['number']}>{hours(data.totals.minutes)}</td>
            <td className={css['number']}>–</td>
            {amounts.map((key) => (
              <td key={key} className={css['number']}>
                {money(amountOf(data.totals, key))}
              </td>
            ))}
            {canWrite && (
              <td>
                <span className="hidden-text">–</span>
              </td>
            )}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function AllTrainers({ month, onOpen }: { month: Month; onOpen: OnOpen }) {
  const t = useTranslations('payroll')
  const files = useTranslations('ui.files.columns')
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
        <Table data={data} month={month} onOpen={onOpen} />
      )}
    </PayFrame>
  )
}

function OneTrainer({ month, trainer, onOpen }: { month: Month; trainer: string; onOpen: OnOpen }) {
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
export function Payroll({ month }: { month: Month }) {
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
        // What is frozen stays: its correction is of the running month.
        <AdjustPay row={open.row} terms={open.terms} month={open.terms.isFrozen ? running : open.terms.month} onClose={close} />
      )}
    </>
  )
}
