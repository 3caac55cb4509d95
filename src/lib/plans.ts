/** The three membership plans (spec 2, Plans page). */
export const planIds = ['starter', 'pro', 'elite'] as const
export type PlanId = (typeof planIds)[number]

/** Trial length in days (spec 9). */
export const trialDays = 30

/** The price in whole US dollars a year and the number of user accounts of each plan (spec 9). */
export const plans: Record<PlanId, { yearlyPrice: number; accounts: number }> = {
  starter: { yearlyPrice: 0, accounts: 1 },
  pro: { yearlyPrice: 400, accounts: 3 },
  elite: { yearlyPrice: 700, accounts: 5 },
}

/** Accounts during the trial: those of Pro, whose badge the trial shows (product 2.2). */
const trialAccounts = plans.pro.accounts

/** How many accounts a plan allows; null is the trial. */
export const accountsAllowed = (plan: PlanId | null): number => (plan === null ? trialAccounts : plans[plan].accounts)

const day = 86_400_000

/**
 * The trial at an instant: max(30 − elapsed whole days, 0) days left and the elapsed share from 0 to 1 (spec 4).
 * @param startedAt ISO instant of the first sign-in, or null before it
 * @param now milliseconds since the epoch, the server's clock
 */
export function trialAt(startedAt: string | null, now: number): { daysLeft: number; elapsedShare: number } {
  if (startedAt === null) return { daysLeft: trialDays, elapsedShare: 0 }
  const elapsed = Math.max(Math.floor((now - Date.parse(startedAt)) / day), 0)
  return {
    daysLeft: Math.max(trialDays - elapsed, 0),
    elapsedShare: Math.min(elapsed / trialDays, 1),
  }
}
