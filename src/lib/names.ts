/** A customer's display name; there may be no last name. */
export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim()
}

/** A trainer's display name. */
export function trainerName({ Fname, Lname }: { Fname: string; Lname: string }): string {
  return `${Fname} ${Lname}`
}
