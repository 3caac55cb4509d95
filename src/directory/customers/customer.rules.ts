import type { Role } from '#lib/roles.ts'

/** What a role sees of a customer (product 4): everything, the contact, the first name, or nothing. */
export const customerShown: Readonly<Record<Role, 'all' | 'contact' | 'firstName' | 'none'>> = {
  owner: 'all',
  manager: 'all',
  frontDesk: 'contact',
  trainer: 'firstName',
  accountant: 'none',
}
