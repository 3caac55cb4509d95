import { beforeEach, expect, test } from 'vitest'
import { recents, remember } from './recents.ts'

beforeEach(() => localStorage.clear())

test('the last records come first, each once and at most seven, and only their ids are stored', () => {
  for (let id = 1; id <= 9; id++) remember('/sales/customer', { id: `c${id}` })
  remember('/services/batch', { id: 'b' })
  remember('/sales/customer', { id: 'c9' })
  expect(recents().map(({ id }) => id)).toEqual(['c9', 'b', 'c8', 'c7', 'c6', 'c5', 'c4'])
  expect(JSON.parse(localStorage.getItem('recents') ?? '')[0]).toEqual({ to: '/sales/customer', id: 'c9' })
})

test('pages without a record, and what was stored by hand, are left out', () => {
  remember('/sales', {})
  remember('/sales/customer/add', { id: 'x' })
  remember('/sales/customer', { id: 7 })
  expect(recents()).toEqual([])
  for (const stored of ['{', '"a"', '[1, null, {"to":"/nowhere","id":"a"}, {"to":"/sales/sale"}]']) {
    localStorage.setItem('recents', stored)
    expect(recents()).toEqual([])
  }
})
