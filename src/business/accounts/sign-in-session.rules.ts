/** The absolute lifetime of a sign-in by the server's clock, in milliseconds (spec 9). */
export const sessionMs = 86_400_000

/** Whether the stored login time is still valid: present and less than 24 hours ago (spec 4). */
export function isFresh(loginTime: number | null, now: number): boolean {
  return loginTime !== null && now - loginTime < sessionMs
}

/** The maximum number of open sessions of one member; a further sign-in ends the oldest. */
export const sessionsMost = 20
