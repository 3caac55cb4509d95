/** Age in full years; both days as YYYY-MM-DD. */
export function ageOf(dob: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(dob.slice(0, 4))
  return today.slice(5) >= dob.slice(5) ? years : years - 1
}

/** The next birthday after today, YYYY-MM-DD; of someone born on 29 February the first of March in other years. */
export function nextBirthday(dob: string, today: string): string {
  const year = Number(dob.slice(0, 4)) + ageOf(dob, today) + 1
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return dob.endsWith('-02-29') && !isLeap ? `${year}-03-01` : `${year}${dob.slice(4)}`
}
