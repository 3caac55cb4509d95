import { linkOptions } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import type { Place } from '#lib/addresses.ts'
import { screens } from './screens.ts'

const files = Object.keys(import.meta.glob('/src/**/*.page.tsx'))

test('every screen of the list has its file', () => {
  expect(Object.values(screens).filter(({ file }) => !files.includes(`/src/${file}`))).toEqual([])
  expect(Object.keys(screens).length).toBeGreaterThan(30)
})

/** Code that must not compile is under a directive that is an error itself if the line below compiles (npm run types). */
test('an address and what its search says are checked together', () => {
  const links = [
    linkOptions({ to: '/sales/sale', search: { id: 'a', note: 'b' } }),
    linkOptions({ to: '/sales', search: { tab: 'sales', state: 'unpaid' } }),
    linkOptions({ to: '.', search: { tab: 'payroll', trainer: 'a' } }),
    // @ts-expect-error a record's address names the record
    linkOptions({ to: '/sales/sale' }),
    // @ts-expect-error there is no such tab
    linkOptions({ to: '/sales', search: { tab: 'halls' } }),
    // @ts-expect-error there is no such address
    linkOptions({ to: '/bills' }),
  ]
  const places: Place[] = [
    { to: '/services/edit', search: { kind: 'hall', id: 'a' } },
    // @ts-expect-error a record's address names the record
    { to: '/services/edit' },
    // @ts-expect-error no list of bills is narrowed to that
    { to: '/sales', search: { tab: 'sales', stat: 'unpaid' } },
    // @ts-expect-error that is another address's
    { to: '/services/add', search: { id: 'a' } },
  ]
  expect([...links, ...places].map(({ to }) => to).filter((to) => to !== '.' && !Object.hasOwn(screens, to))).toEqual(['/bills'])
})
