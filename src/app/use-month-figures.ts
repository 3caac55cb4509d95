import { useQuery } from '@tanstack/react-query'
import { useFormatter, useLocale } from 'use-intl'
import { api, useMay } from './app.client.ts'
import { lastDayOf } from '#lib/days.ts'
import { moneyText } from '#lib/money.ts'
import type { TrainerLoad } from '#directory/trainers/trainer.contract.ts'

const nothing: Omit<TrainerLoad, 'trainer'> = { held: 0, planned: 0, heldMinutes: 0, plannedMinutes: 0, booked: 0, places: 0 }

/**
 * Every trainer's figures for a month: load and fill; for members who may see finance also their pay, and its ratio to
 * the net revenue of their sessions from the ledger (product 5).
 * @param month YYYY-MM
 */
export function useMonthFigures(month: string) {
  const [maySeePay, maySeeProfit] = [useMay('payroll.list'), useMay('finance.profit')]
  const format = useFormatter()
  const locale = useLocale()
  const load = useQuery({ queryKey: ['trainers', 'load', month], queryFn: () => api.trainers.load({ month }) })
  const pay = useQuery({ queryKey: ['payroll', 'list', month], queryFn: () => api.payroll.list({ month }), enabled: maySeePay })
  const span = { from: `${month}-01`, to: lastDayOf(month), by: 'trainer' as const }
  const profit = useQuery({ queryKey: ['finance', 'profit', span], queryFn: () => api.finance.profit(span), enabled: maySeeProfit })
  const loadOf = (id: string) => load.data?.rows.find(({ trainer }) => trainer === id) ?? nothing
  const payOf = (id: string) => {
    const row = pay.data?.rows.find(({ trainer }) => trainer === id)
    return row ? row.pay + row.adjustments : 0
  }
  /** Null without revenue. Pay covers the month's sessions so far: the ledger has it only once the month is closed. */
  const ratioOf = (id: string) => {
    const net = profit.data?.groups.find((group) => group.id === id)?.now.net ?? 0
    return pay.data && net > 0 ? payOf(id) / net : null
  }
  const percent = (share: number | null) => (share === null ? '–' : format.number(share, { style: 'percent', maximumFractionDigits: 0 }))
  return {
    isReady: load.data !== undefined,
    asOf: load.data?.asOf,
    maySeePay,
    maySeeRatio: maySeeProfit,
    loadOf,
    sessionsOf: (id: string) => loadOf(id).held + loadOf(id).planned,
    /** Minutes of all its sessions, held and planned. */
    minutesOf: (id: string) => loadOf(id).heldMinutes + loadOf(id).plannedMinutes,
    fillOf: (id: string) => {
      const { booked, places } = loadOf(id)
      return places === 0 ? null : booked / places
    },
    ratioOf,
    /** In major currency units, for a file. */
    payUnits: (id: string) => (pay.data ? payOf(id) / 10 ** pay.data.exponent : 0),
    payText: (id: string) => (pay.data ? moneyText(payOf(id), pay.data.currency, pay.data.exponent, locale, true) : '–'),
    hours: (minutes: number) => format.number(minutes / 60, { maximumFractionDigits: 1 }),
    percent,
  }
}
