import { expect } from 'vitest'
import { newId } from '../src/kernel/ids.ts'
import { refusal, seen } from './floor.ts'
import { monthsAfter, plusDays } from './money-model.journal.ts'
import type { Spending } from './money-model.costs.ts'
import type { Of } from './money-operations.ts'
import { partOf, pick, type Pair } from './money-pair.ts'

type Cost = Of<'spend' | 'respend' | 'unspend' | 'agree' | 'end' | 'session' | 'close' | 'reopen' | 'payTrainer' | 'adjust'>

const words = { category: 'rent' as const, supplier: 'Corniche Estates' }

/** Applies a step about expenses, pay or closing months. */
export async function costStep(both: Pair, operation: Cost): Promise<string> {
  const { app, base, model, trainers } = both
  const { calls } = base
  const now = app.clock.now()
  await both.become('owner')
  const today = model.journal.today(now)
  const month = (ago: number) => monthsAfter(`${today.slice(0, 7)}-01`, -ago).slice(0, 7)
  const spendingOf = ({ daysAgo, amount, taxPart, method }: Of<'spend' | 'agree'> | Of<'respend'>): Spending => {
    const tax = Math.floor((amount * taxPart) / 1000)
    return { day: plusDays(today, -daysAgo), amount, tax, method }
  }
  const decide = async (expected: string, work: Promise<unknown>) => {
    expect(await refusal(work), JSON.stringify(operation)).toBe(expected)
    return expected
  }
  switch (operation.kind) {
    case 'spend': {
      const [id, spending] = [newId(), spendingOf(operation)]
      const send = () => calls.expenses.create({ id, ...words, ...spending })
      const answer = await decide(model.expenses.create(id, spending, now), send())
      if (answer === 'accepted') await send()
      return answer
    }
    case 'respend':
    case 'unspend': {
      const [id, expense] = pick([...model.expenses.all], operation.back) ?? []
      if (!id || !expense) return 'none'
      const version = seen(await calls.expenses.get({ id }))
      if (operation.kind === 'unspend') return decide(model.expenses.void(id, now), calls.expenses.void({ ...version, reason: 'Twice' }))
      const { day, amount, tax, method } = operation.isSame ? expense : spendingOf(operation)
      const spending = { day, amount, tax, method }
      return decide(model.expenses.change(id, spending, now), calls.expenses.update({ ...version, ...words, ...spending }))
    }
    case 'agree': {
      const { day, ...spending } = spendingOf(operation)
      const { id } = await calls.expenses.createRecurring({ ...words, ...spending, monthDay: operation.monthDay, fromDay: day })
      model.expenses.agree(id, { day, ...spending }, operation.monthDay)
      return 'accepted'
    }
    case 'end': {
      const [id] =
        pick(
          [...model.expenses.monthly.keys()].map((one) => [one] as const),
          operation.back,
        ) ?? []
      const row = (await calls.expenses.listRecurring()).find((one) => one.id === id)
      if (!id || !row) return 'none'
      return decide(model.expenses.end(id), calls.expenses.endRecurring(seen(row)))
    }
    case 'session': {
      const day = [...model.pay.sessions.keys()].findLast((one) => one <= plusDays(today, -7 * operation.weeksAgo))
      const id = both.sessions.get(day ?? '')
      if (!day || !id) return 'none'
      const row = await calls.sessions.get({ id })
      if (operation.change === 'cancel')
        return decide(model.pay.cancel(day), calls.sessions.cancel({ ...seen(row), reason: 'Rain', tell: false }))
      if (operation.change === 'restore') return decide(model.pay.restore(day), calls.sessions.restore(seen(row)))
      const { startingTime, endingTime, hall, capacity } = row
      const given = { ...seen(row), day, startingTime, endingTime, hall, capacity, trainer: trainers[operation.trainer] ?? '' }
      return decide(model.pay.give(day, operation.trainer), calls.sessions.change(given))
    }
    case 'close':
      return decide(model.pay.close(month(operation.monthsAgo), now), calls.finance.close({ month: month(operation.monthsAgo) }))
    case 'reopen':
      return decide(
        model.pay.reopen(month(operation.monthsAgo)),
        calls.finance.reopen({ month: month(operation.monthsAgo), reason: 'A late bill' }),
      )
    case 'payTrainer': {
      const { trainer, method, part } = operation
      const payable = model.pay.payable[trainer] ?? 0n
      const amount = partOf(payable > 0n ? payable : 0n, part)
      const request = { id: newId(), trainer: trainers[trainer] ?? '', amount, method }
      const answer = await decide(model.pay.pay(trainer, amount, now), calls.payroll.pay(request))
      if (answer === 'accepted') await calls.payroll.pay(request)
      return answer
    }
    case 'adjust': {
      const { trainer, amount } = operation
      const of = month(operation.monthsAgo)
      const request = { trainer: trainers[trainer] ?? '', month: of, amount, reason: 'Travel' }
      return decide(model.pay.adjust(trainer, of, amount, now), calls.payroll.adjust(request))
    }
  }
}
