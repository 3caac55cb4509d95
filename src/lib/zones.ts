/** Whether clocks in two zones (IANA names) show different times at an instant; zones of one clock have several names. */
export function differs(zone: string, other: string, at: Date): boolean {
  const clock = (timeZone: string) => new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)
  return zone !== other && clock(zone) !== clock(other)
}
