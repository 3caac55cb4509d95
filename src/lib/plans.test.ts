import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import app from '#app/text.en.json'
import { plans, trialAt, trialDays } from './plans.ts'

const login = Date.UTC(2026, 9, 5, 9)
const day = 86_400_000

test.each([
  [0, 30, 0],
  [day - 1, 30, 0],
  [day, 29, 1 / 30],
  [15 * day, 15, 0.5],
  [29 * day, 1, 29 / 30],
  [30 * day, 0, 1],
  [400 * day, 0, 1],
  [-day, 30, 0],
])('%i ms after the first sign-in %i days are left and %f of the trial have passed', (passed, daysLeft, elapsedShare) => {
  expect(trialDays).toBe(30)
  expect(trialAt(new Date(login).toISOString(), login + passed)).toEqual({ daysLeft, elapsedShare })
})

test('the trial begins with the first sign-in, not before', () => {
  expect(trialAt(null, login)).toEqual({ daysLeft: 30, elapsedShare: 0 })
})

test.each([
  [0, '0 days left'],
  [1, '1 day left'],
  [2, '2 days left'],
  [30, '30 days left'],
])('%i is told as %j', (days, label) => {
  expect(createTranslator({ locale: 'en', messages: app, namespace: 'trial' })('left', { days })).toBe(label)
})

test('the plans are Starter for nothing, Pro for $400 and Elite for $700 a year, with 1, 3 and 5 accounts', () => {
  expect(plans).toEqual({
    starter: { yearlyPrice: 0, accounts: 1 },
    pro: { yearlyPrice: 400, accounts: 3 },
    elite: { yearlyPrice: 700, accounts: 5 },
  })
})
