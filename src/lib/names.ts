/** A customer's name as it is shown; there may be no last name. */
export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim()
}

/** A trainer's name as it is shown. */
export function trainerName({ Fname, Lname }: { Fname: string; Lname: string }): string {
  return `${Fname} ${Lname}`
}
