import { expect, test } from 'vitest'
import type { TextKey } from '#ui/use-open-texts.ts'
import app from './text.en.json'
import { titleKeyOf } from './titles.ts'

test.each([
  ['/', 'Home'],
  ['/services', 'Services'],
  ['/services/add', 'Add service'],
  ['/services/edit', 'Edit service'],
  ['/sales', 'Sales'],
  ['/sales/add', 'Add sale'],
  ['/sales/edit', 'Edit sale'],
  ['/sales/audit-report', 'Audit report'],
  ['/sales/subscription-report', 'Subscription report'],
  ['/staff', 'Staff'],
  ['/staff/add', 'Add trainer'],
  ['/staff/edit', 'Edit trainer'],
  ['/finance', 'Finance'],
  ['/challenges', 'Challenges'],
  ['/challenges/add', 'Add challenge'],
  ['/challenges/edit', 'Edit challenge'],
  ['/rankings', 'Rankings'],
  ['/setup', 'Setup'],
  ['/nowhere', '404 Page Not Found.'],
])('the title of %s is %j', (path, title) => {
  const titles: Record<string, string> = app.titles
  expect(titles[titleKeyOf(path).replace('app.titles.', '')]).toBe(title)
})

test('a text that no catalogue has does not compile', () => {
  const keys: TextKey[] = [
    'app.titles.home',
    // @ts-expect-error there is none
    'app.titles.nowhere',
  ]
  expect(keys.filter((key) => !Object.hasOwn(app.titles, key.replace('app.titles.', '')))).toEqual(['app.titles.nowhere'])
})
