import { ageOf } from './age.rules.ts'

/** How a member of the family is related to a customer, as far as the records say. */
export const relations = ['guardian', 'child', 'relative'] as const

/** A phone number or address that more people than these share belongs to a school or a company, not to a family. */
export const familyLimit = 20

type Person = { phone: string; guardianPhone: string; dob: string | null }

const isGrown = ({ dob }: Pick<Person, 'dob'>, today: string) => dob === null || ageOf(dob, today) >= 18

/** Whether `one` is the guardian of `other`: reached by the guardian's phone, without a guardian of their own, and not a child. */
const isGuardian = (one: Person, other: Person, today: string) =>
  one.phone !== '' && one.phone === other.guardianPhone && one.guardianPhone === '' && isGrown(one, today)

/** How someone who shares a phone or e-mail stands to a customer. */
export function relationOf(person: Person, other: Person, today: string): (typeof relations)[number] {
  if (isGuardian(other, person, today)) return 'guardian'
  return isGuardian(person, other, today) ? 'child' : 'relative'
}
