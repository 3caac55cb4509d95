import { countries as facts } from 'countries-list'
import { getCountry, getTimezone } from 'countries-and-timezones'
import isoCountries from 'i18n-iso-countries'
import arabic from 'i18n-iso-countries/langs/ar.json' with { type: 'json' }
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import type { Country } from './vendor.contract.ts'
import { hasKey } from '#lib/choices.ts'

isoCountries.registerLocale(english)
isoCountries.registerLocale(arabic)

/** Standard VAT or GST rates in percent, where a country has one rate that everyone charges; 0 elsewhere, for the owner to set. */
const taxRates: Record<string, number> = {
  AE: 5,
  SA: 15,
  BH: 10,
  OM: 5,
  EG: 14,
  JO: 16,
  MA: 20,
  TN: 19,
  DZ: 19,
  LB: 11,
  TR: 20,
  GB: 20,
  IE: 23,
  DE: 19,
  FR: 20,
  IT: 22,
  ES: 21,
  PT: 23,
  NL: 21,
  BE: 21,
  LU: 17,
  AT: 20,
  CH: 8.1,
  SE: 25,
  NO: 25,
  DK: 25,
  FI: 25.5,
  IS: 24,
  PL: 23,
  CZ: 21,
  SK: 23,
  HU: 27,
  RO: 21,
  BG: 20,
  GR: 24,
  HR: 25,
  SI: 22,
  EE: 24,
  LV: 21,
  LT: 21,
  CY: 19,
  MT: 18,
  UA: 20,
  RS: 20,
  IN: 18,
  PK: 18,
  BD: 15,
  LK: 18,
  NP: 13,
  SG: 9,
  TH: 7,
  PH: 12,
  ID: 11,
  VN: 10,
  KR: 10,
  JP: 10,
  CN: 13,
  TW: 5,
  AU: 10,
  NZ: 15,
  ZA: 15,
  KE: 16,
  NG: 7.5,
  GH: 15,
  TZ: 18,
  UG: 18,
  RW: 18,
  ET: 15,
  MX: 16,
  CL: 19,
  CO: 19,
  PE: 18,
  AR: 21,
  UY: 22,
  KZ: 16,
}

/** The zone where most people live in a country with several, unless a zone is named after the capital. */
const principalZones: Record<string, string> = {
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CN: 'Asia/Shanghai',
  EC: 'America/Guayaquil',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MN: 'Asia/Ulaanbaatar',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  US: 'America/New_York',
  VN: 'Asia/Ho_Chi_Minh',
}

/**
 * A country's zones, starting with the one that most of its businesses are in: it applies until a profile sets
 * another. A zone named after the country or its capital replaces the foreign zone that it is an alias of.
 */
function zonesOf(id: string, capital: string | undefined): string[] {
  const list = (deprecated: boolean) => getCountry(id, { deprecated })?.timezones.filter((zone) => zone.includes('/')) ?? []
  const [zones, all] = [list(false), list(true)]
  if (zones.length === 0) return ['UTC']
  const cities = [capital, isoCountries.getName(id, 'en')].map((name) => `/${name?.replaceAll(' ', '_')}`)
  const first = principalZones[id] ?? all.find((zone) => cities.some((city) => zone.endsWith(city)))
  if (first === undefined) return zones
  const followed = getTimezone(first)?.aliasOf
  return [first, ...zones.filter((zone) => zone !== first && zone !== followed)]
}

type WeekInfo = { firstDay: number; weekend: number[] }

// ICU counts Monday = 1 … Sunday = 7; the product counts Sunday = 0 (product 2.17).
function weekOf(code: string): { firstWeekday: number; weekend: number[] } {
  const locale = new Intl.Locale(`und-${code}`) as Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo }
  const info = locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: 1, weekend: [6, 7] }
  return { firstWeekday: info.firstDay % 7, weekend: info.weekend.map((day) => day % 7) }
}

function exponentOf(currency: string): number {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

/** All ISO 3166 countries with the data that the product needs (product 2.24), from well-maintained packages. */
export function allCountries(): Country[] {
  return Object.keys(isoCountries.getAlpha2Codes()).map((id) => {
    const fact = hasKey(facts, id) ? facts[id] : undefined
    const currency = fact?.currency[0] ?? 'USD'
    return {
      id,
      nameEn: isoCountries.getName(id, 'en') ?? id,
      nameAr: isoCountries.getName(id, 'ar') ?? id,
      currency,
      exponent: exponentOf(currency),
      dialCode: fact?.phone[0] ? `+${fact.phone[0]}` : '',
      timeZones: zonesOf(id, fact?.capital),
      taxRate: taxRates[id] ?? 0,
      ...weekOf(id),
    }
  })
}
