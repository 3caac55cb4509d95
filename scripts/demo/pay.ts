import type { Office } from './office.ts'
import type { Premises } from './premises.ts'

/** How many days before today, of a year, the owner agrees on other pay with some trainers. */
export const payAgreedOn = -120

/** From a day on, one trainer is paid by the hour, one by the head and one a share of what the sessions bring in, each about as much as before. */
export async function agreePay({ calls, business, pass }: Office, { trainers }: Premises, day: string): Promise<void> {
  const by = [
    (cost: number) => ({ unit: 'hour', amount: cost }) as const,
    (cost: number) => ({ unit: 'head', amount: Math.round(cost / 8), minimum: Math.round(cost / 2) }) as const,
    (cost: number) => ({ unit: 'share', share: 4000, minimum: Math.round(cost / 3), maximum: 2 * cost }) as const,
  ]
  for (const [index, rule] of by.entries()) {
    const trainer = trainers[index + 3]
    const cost = business.trainers[index + 3]?.cost
    if (!trainer || cost === undefined) continue
    pass()
    const { exponent } = await calls.payroll.rules({ trainer })
    await calls.payroll.setRule({ trainer, from: day, ...rule(cost * 10 ** exponent) })
  }
}
