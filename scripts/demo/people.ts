import { addDays } from '#lib/days.ts'
import type { Name } from './business.ts'
import type { Office } from './office.ts'

/** A customer of the demo. */
export type Person = {
  id: string
  gender: 'female' | 'male'
  dob: string
  family: Name
  first: Name
  /** Their own number; empty for a child. */
  phone: string
  guardian: { name: string; phone: string; email: string } | null
}

/** Who joins: an age range in years and optionally one gender. */
export type Wanted = { ages: readonly [number, number]; only?: 'female' | 'male' | undefined }

/** The age on a day, in years. */
function ageOn(dob: string, day: string): number {
  return Math.floor((Date.parse(day) - Date.parse(dob)) / 31_557_600_000)
}

/** Whether a person matches a batch's age range and gender. */
export function fits({ dob, gender }: Person, { ages, only }: Wanted, day: string): boolean {
  const age = ageOn(dob, day)
  return age >= ages[0] && age <= ages[1] && (only === undefined || only === gender)
}

/** A vendor's people, who arrive one by one. */
export type Crowd = { people: Person[]; reached: number }

/** What is known of a child beyond the guardian, by their place in the line: nothing is drawn, so that all else stays the same. */
function careOf({ medical, relative, names, phone }: Office['business'], guardian: Person['guardian'], at: number) {
  if (guardian === null) return {}
  const called = names.female[at % names.female.length]
  return {
    ...(at % 3 === 0 && called && { emergencyName: called[0], emergencyPhone: phone(at + 500), emergencyRelation: relative }),
    medicalNote: at % 7 === 0 ? (medical[(at / 7) % medical.length] ?? '') : '',
    photoConsent: at % 11 === 0 ? ('no' as const) : at % 4 === 0 ? ('notAsked' as const) : ('yes' as const),
  }
}

/** Adds a new customer: children come with a guardian, and occasionally with a sibling who is already a customer. */
export async function welcome({ business, random, calls, pass }: Office, crowd: Crowd, wanted: Wanted, day: string): Promise<Person> {
  pass()
  const { names, phone, language } = business
  const gender = wanted.only ?? random.pick(['female', 'male'] as const)
  const years = random.between(wanted.ages[0], wanted.ages[1])
  const dob = addDays(day, -Math.round(years * 365.25) - random.between(20, 330))
  const first = random.pick(names[gender])
  const isChild = years < 16
  const sibling = isChild && random.chance(0.15) ? crowd.people.findLast((person) => person.guardian !== null) : undefined
  const family = sibling?.family ?? random.pick(names.families)
  const own = phone(crowd.reached++)
  const address = (name: Name) => `${name[1]}.${family[1]}${random.between(1, 99)}@mail.example`
  const parent = random.pick(names[random.chance(0.6) ? 'female' : 'male'])
  const guardian = isChild ? (sibling?.guardian ?? { name: `${parent[0]} ${family[0]}`, phone: own, email: address(parent) }) : null
  const hasMail = random.chance(0.75)
  const { id } = await calls.customers.create({
    firstName: first[0],
    lastName: family[0],
    gender,
    dob,
    phone: isChild ? '' : own,
    email: hasMail ? (guardian?.email ?? address(first)) : '',
    guardianName: guardian?.name ?? '',
    guardianPhone: guardian?.phone ?? '',
    ...careOf(business, guardian, crowd.reached),
    source: random.pick(['marketplace', 'marketplace', 'walkIn', 'walkIn', 'walkIn', 'referral'] as const),
    language: random.chance(0.85) ? language : language === 'en' ? 'ar' : 'en',
    tags: [...business.tags].filter(() => random.chance(0.12)),
    notes: random.chance(0.12) ? random.pick(business.notes) : '',
    nickname: isChild && random.chance(0.3) ? `${first[0]} ${random.between(2, 99)}` : '',
    consentMarketing: random.chance(0.55),
    showInRankings: random.chance(0.9),
  })
  const person = { id, gender, dob, family, first, phone: isChild ? '' : own, guardian }
  crowd.people.push(person)
  return person
}
