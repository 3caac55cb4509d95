import { expect, test } from 'vitest'
import { nextPage } from './sign-in.ts'

test.each([
  ['', '/'],
  ['?next=/services', '/services'],
  ['?next=%2Fservices%3Ftab%3Dhalls%26search%3Dal%2520noor', '/services?tab=halls&search=al%20noor'],
  ['?next=//evil.example', '/'],
  ['?next=/\\\\evil.example', '/'],
  ['?next=/%09/evil.example', '/'],
  ['?next=https://evil.example', '/'],
  ['?next=javascript:alert(1)', '/'],
  ['?next=evil', '/'],
])('after sign-in, %j leads to %s', (search, page) => expect(nextPage(search)).toBe(page))
