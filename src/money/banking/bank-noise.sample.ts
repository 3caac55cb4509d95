import { addDays } from '#lib/days.ts'
import type { Random } from '../../../scripts/demo/random.ts'
import type { MatchLine } from './match-line.rules.ts'

const firstNames = (
  'Jane Adam Sara Omar Lina Yusuf Maya Noah Emma Ali Hessa Khalid Noura Fahad Tom Ella Jack Ruby Leo Ivy Hamad Dana Salem Reem Oscar Amelia ' +
  'Mohammed Fatima Ahmed Mariam Abdullah Layla Harry Grace Arthur Freya'
).split(' ')
const lastNames = (
  'Oak Elm Hazel Rowan Birch Thorne Marsh Fielding Al-Sabah Al-Mutairi Al-Harbi Haddad Khoury Mansour Nasser Rahman Walker Hughes Patel ' +
  'Sharma Kowalski Novak Weber Fischer Romero Silva Okafor Mensah Byrne Doyle'
).split(' ')
export const suppliers = [
  'Harbour Sports Halls Ltd',
  'Northern Power',
  'Blue Kit Wear LLC',
  'City Council',
  'Cloudline Hosting',
  'Bright Cleaning Services',
  'Swift Couriers',
  'Greenfield Insurance',
  'Vista Print House',
  'Aqua Water Company',
]
/** Prices of places: few, so that many lines have equal amounts. */
export const prices = [4500, 6000, 6000, 6000, 7500, 12000]

/** People as they are named, and what banks make of names, numbers and days. */
export class BankNoise {
  readonly random: Random

  constructor(random: Random) {
    this.random = random
  }

  person(): string {
    const names = [this.random.pick(firstNames), ...(this.random.chance(0.15) ? [this.random.pick(firstNames)] : [])]
    return [...new Set(names), this.random.pick(lastNames)].join(' ')
  }

  /** The bank's day for one that was entered: none to three days later, more over a weekend. */
  bankDay(day: string): string {
    return addDays(day, this.random.pick([0, 0, 0, 1, 1, 1, 2, 2, 3]))
  }

  /** A name as banks cut and turn it, or nothing. */
  bankName(name: string): string {
    const [first = '', ...rest] = name.split(' ')
    const last = rest.at(-1) ?? ''
    return this.random.pick([
      name,
      name,
      name.toUpperCase(),
      name.toUpperCase(),
      name.toUpperCase().slice(0, 18),
      `${last} ${first}`.toUpperCase(),
      `MR ${name}`.toUpperCase(),
      `${first.slice(0, 1)} ${last}`.toUpperCase(),
      name.replaceAll('-', ' ').toUpperCase().slice(0, 14),
      '',
    ])
  }

  /** A reference as payers type it and banks cut it, or nothing. */
  bankReference(reference: string): string {
    return this.random.pick([
      reference,
      reference,
      reference,
      reference.toLowerCase(),
      reference.replace('-', ''),
      reference.replace('-', ' '),
      `bill ${reference.slice(-5)}`,
      reference.slice(0, 7),
      'monthly fee',
      '',
    ])
  }

  /** Texts of a transfer: banks place name and reference differently. Those of a payer without either are rare. */
  transferTexts(name: string, reference: string): Partial<MatchLine> {
    const stated = this.bankReference(reference)
    const named = this.bankName(name) || (stated.length < 9 && this.random.chance(0.7) ? name : '')
    if (this.random.chance(0.5)) return { name: named, text: 'FASTER PAYMENT', reference: stated }
    return { text: ['FPI', named, stated, this.random.between(10_000_000, 99_999_999)].filter(Boolean).join(' ') }
  }
}
