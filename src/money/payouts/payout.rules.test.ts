import { expect, test } from 'vitest'
import { accountHours } from './payout.rules.ts'

test('M5 a new account waits 48 hours', () => expect(accountHours).toBe(48))
