/** How long a sign-in lasts, absolutely, by the server's clock, in milliseconds (spec 9). */
export const sessionMs = 86_400_000

/** Whether the stored login time still counts: present and younger than 24 hours (spec 4). */
export function isFresh(loginTime: number | null, now: number): boolean {
  return loginTime !== null && now - loginTime < sessionMs
}

/** Sessions of one member that may be open at once; a further sign-in ends the oldest. */
export const sessionsMost = 20
