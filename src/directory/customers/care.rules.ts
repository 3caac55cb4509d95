import type { Role } from '#lib/roles.ts'

/** Whether a customer, or who decides for a child, allows photos. */
export const photoConsents = ['notAsked', 'yes', 'no'] as const
export type PhotoConsent = (typeof photoConsents)[number]

/** Whom to call in an emergency: one fact, like a company. */
export const emergencyFields = ['emergencyName', 'emergencyPhone', 'emergencyRelation'] as const

/** The fields that only those who look after a customer may read. */
export const careFields = [...emergencyFields, 'medicalNote'] as const

/** The most characters of a medical note, also of two that a merge joins. */
export const medicalLength = 500

/**
 * Where a role reads whom to call and the medical note: wherever the customer is shown, only on the rosters of its own
 * sessions, or nowhere (decision 61).
 */
export const careShown: Readonly<Record<Role, 'everywhere' | 'roster' | 'nowhere'>> = {
  owner: 'everywhere',
  manager: 'everywhere',
  frontDesk: 'everywhere',
  trainer: 'roster',
  accountant: 'nowhere',
}

/** A record without the fields of care, which its reader may not even see empty. */
export function withoutCare<Row extends Partial<Record<(typeof careFields)[number], string>>>(row: Row) {
  const { emergencyName: _name, emergencyPhone: _phone, emergencyRelation: _relation, medicalNote: _note, ...others } = row
  return others
}

/**
 * The medical note of two merged records: both texts, since leaving one out may harm.
 * @returns null if they are too long for one note
 */
export function mergedNote(target: string, source: string): string | null {
  const texts = [...new Set([target, source].filter(Boolean))].join('\n')
  return [...texts].length > medicalLength ? null : texts
}

/** The consent of two merged records: a refusal on either applies. */
export function mergedConsent(target: PhotoConsent, source: PhotoConsent): PhotoConsent {
  if (target === 'no' || source === 'no') return 'no'
  return target === 'notAsked' ? source : target
}
