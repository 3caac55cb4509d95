import type { Role } from '#lib/roles.ts'

/** What a role sees of a customer (product 4): everything, how to reach them, the first name, or nothing. */
export const customerShown: Readonly<Record<Role, 'all' | 'contact' | 'firstName' | 'none'>> = {
  owner: 'all',
  manager: 'all',
  frontDesk: 'contact',
  trainer: 'firstName',
  accountant: 'none',
}
