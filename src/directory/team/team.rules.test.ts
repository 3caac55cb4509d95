import { expect, test } from 'vitest'
import { roles } from '#lib/roles.ts'
import { grants, invitationMs, mayChange } from './team.rules.ts'

test('product 4: who gives which roles', () => {
  expect(roles.map((role) => grants[role])).toEqual([
    ['manager', 'frontDesk', 'trainer', 'accountant'],
    ['manager', 'frontDesk', 'trainer'],
    [],
    [],
    [],
  ])
})

test('no one changes themselves, the owner, or whom they could not have given the role', () => {
  const may = (self: (typeof roles)[number], other: (typeof roles)[number], id = 'b') =>
    mayChange({ userId: 'a', role: self }, { id, role: other })
  expect([may('owner', 'manager'), may('manager', 'manager'), may('manager', 'trainer')]).toEqual([true, true, true])
  expect([may('manager', 'manager', 'a'), may('manager', 'owner'), may('manager', 'accountant'), may('frontDesk', 'frontDesk')]).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('an invitation can be accepted for seven days', () => expect(invitationMs / 86_400_000).toBe(7))
