import type { Language } from '#lib/manner.ts'
import type { categories } from '#money/expenses/expense.rules.ts'
import type { PlanId } from '../../src/lib/plans.ts'
import type { Service } from '#directory/services/service.contract.ts'
import type { BillingRules } from '#timetable/enrolments/billing-rules.contract.ts'
import type { GivenRole } from '#directory/team/team.contract.ts'

type Category = (typeof categories)[number]

export type Surface = 'turf' | 'pool' | 'wood' | 'clay' | 'mat' | 'hardCourt'

/** A name as the business writes it, and in letters that are valid in an email address. */
export type Name = readonly [written: string, latin: string]

/** A planned batch: days are relative to today, for a history of 365 days. */
export type PlannedBatch = {
  name: string
  code: string
  service: Service['service']
  /** The index in the business's list. */
  trainer: number
  hall: number | null
  /** 0 = Sunday. */
  days: readonly number[]
  from: string
  to: string
  places: number
  /** Minor units. */
  price: number
  unit: 'month' | 'term' | 'session'
  start: number
  end: number
  /** Demand per place: above 1, people join the waiting list. */
  demand: number
  ages: readonly [number, number]
  only?: 'female' | 'male'
  /** The batch's fate; a cancelled batch has a day and a reason. */
  fate?: 'draft' | 'completed' | { cancelled: number; reason: string }
}

/** Days on which nothing meets: a date in each year, or in the Hijri year (month and day). */
export type PlannedClosure = { label: string; days: number; on: string | readonly [month: number, day: number] }

/** A demo challenge's names, and the prizes of its first ranks. */
export type Contest = { nameEn: string; nameAr: string; prizes: string[] }

/** One vendor of the demo, before its year of business is played. */
export type Business = {
  email: string
  country: string
  language: Language
  zone: string
  plan: PlanId
  billing: BillingRules
  /** Who signs in besides the owner; a trainer's account belongs to the trainer at that index in the business's list. */
  team: readonly { email: string; role: GivenRole; trainer: number | null }[]
  profile: {
    name: string
    username: string
    address: string
    postcode: string
    startingTime: string
    endingTime: string
    days: readonly number[]
    latitude: number
    longitude: number
    location: string
  }
  logo: readonly [mark: 'star' | 'waves', back: string, front: string]
  services: readonly { service: Service['service']; surface: Surface; descriptionEn: string; descriptionAr: string }[]
  halls: readonly { title: string; size: number; totalCandidates: number; audience: 'mixed' | 'women' | 'men' | 'children' }[]
  trainers: readonly { Fname: string; Lname: string; cost: number; teaches: readonly Service['service'][] }[]
  batches: readonly PlannedBatch[]
  closures: readonly PlannedClosure[]
  names: { female: readonly Name[]; male: readonly Name[]; families: readonly Name[] }
  tags: readonly string[]
  notes: readonly string[]
  /** What a trainer must know about some children. */
  medical: readonly string[]
  /** The brother or sister of a parent, who is called if the parent can't be reached. */
  relative: string
  /** What is sold besides places, and what the business spends: unit prices in minor units, tax included. */
  goods: readonly (readonly [text: string, price: number])[]
  monthly: readonly { category: Category; supplier: string; amount: number; monthDay: number | null }[]
  spent: readonly { category: Category; supplier: string; amount: number }[]
  bank: { holder: string; account: string; bankName: string }
  /** What the bank and the till had before the first day, and what the owner takes out each quarter; minor units. */
  opening: { bank: number; till: number; draw: number }
  /** What schools and companies are quoted for, and the price per person. */
  quotes: readonly (readonly [text: string, candidates: number, price: number])[]
  /** One that is over by the demo's date, one that is running, and one that another business takes part in. */
  contests: Record<'over' | 'running' | 'shared', Contest>
  /** What places of a batch are quoted for, and reasons for a discount, a refund, a void and a short till. */
  words: { places: string; discount: string; refund: string; returned: string; void: string; short: string; failed: string }
  /** Reasons for leaving. */
  reasons: readonly string[]
  /** Reason for cancelling a session. */
  trouble: string
  /** A mobile number in the country, unique for each number from 0 to 999. */
  phone: (number: number) => string
}
