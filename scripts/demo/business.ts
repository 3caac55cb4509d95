import type { Language } from '#lib/manner.ts'
import type { categories } from '#money/expenses/expense.rules.ts'
import type { PlanId } from '../../src/lib/plans.ts'
import type { Service } from '#directory/services/service.contract.ts'
import type { GivenRole } from '#directory/team/team.contract.ts'

type Category = (typeof categories)[number]

export type Surface = 'turf' | 'pool' | 'wood' | 'clay' | 'mat' | 'hardCourt'

/** A name as the business writes it, and in letters that an e-mail address can have. */
export type Name = readonly [written: string, latin: string]

/** A batch as it is planned: days are counted from today, for a history of 365 days. */
export type PlannedBatch = {
  name: string
  code: string
  service: Service['service']
  /** The place in the business's list. */
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
  /** How many would come for each place: above 1 they wait. */
  demand: number
  ages: readonly [number, number]
  only?: 'female' | 'male'
  /** What becomes of it; a batch that is cancelled says when and why. */
  fate?: 'draft' | 'completed' | { cancelled: number; reason: string }
}

/** Days on which nothing meets: a date of each year, or one of the Hijri year (month and day). */
export type PlannedClosure = { label: string; days: number; on: string | readonly [month: number, day: number] }

/** What a challenge of the demo is called, and what its first ranks win. */
export type Contest = { nameEn: string; nameAr: string; prizes: string[] }

/** One vendor of the demo, before a year of business is played through. */
export type Business = {
  email: string
  country: string
  language: Language
  zone: string
  plan: PlanId
  /** Who signs in beside the owner; a trainer's account is the trainer's at that place in the business's list. */
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
  /** What is sold beside places, and what the business spends: prices of one in minor units, tax included. */
  goods: readonly (readonly [text: string, price: number])[]
  monthly: readonly { category: Category; supplier: string; amount: number; monthDay: number | null }[]
  spent: readonly { category: Category; supplier: string; amount: number }[]
  bank: { holder: string; account: string; bankName: string }
  /** What schools and companies are quoted for, and the price for each who comes. */
  quotes: readonly (readonly [text: string, candidates: number, price: number])[]
  /** One that is over by the demo's day, one that runs, and one that another business takes part in. */
  contests: Record<'over' | 'running' | 'shared', Contest>
  /** Why a discount is given, money goes back, a bill is voided, and what is said of a till that is short. */
  words: { discount: string; refund: string; returned: string; void: string; short: string; failed: string }
  /** Why people leave. */
  reasons: readonly string[]
  /** Why a session is cancelled. */
  trouble: string
  /** A mobile number of the country, different for each number from 0 to 999. */
  phone: (number: number) => string
}
