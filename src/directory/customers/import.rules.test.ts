import { expect, test } from 'vitest'
import { companyFields } from './company.rules.ts'
import { chunksOf, guessColumns, importRows } from './import.rules.ts'
import arabic from './text.ar.json'
import english from './text.en.json'

test('columns are guessed in English and Arabic, each field once', () => {
  expect(guessColumns(['First Name', 'Surname', 'Mobile', 'E-mail', 'Name', 'Shoe size'])).toEqual([
    'firstName',
    'lastName',
    'phone',
    'email',
    '',
    '',
  ])
  expect(guessColumns(['الاسم الأول', 'العائلة', 'الهاتف', 'تاريخ الميلاد'])).toEqual(['firstName', 'lastName', 'phone', 'dob'])
})

test('the columns of an exported file are guessed, and an address only where a column names companies', () => {
  for (const texts of [english, arabic]) expect(guessColumns(companyFields.map((field) => texts[field].label))).toEqual(companyFields)
  expect(guessColumns(['Name', 'Address', 'City', 'Country', 'VAT number'])).toEqual(['firstName', '', '', '', 'taxNumber'])
})

test('a full name is parted where no column holds last names', () => {
  expect(importRows([['Sara  Al Karam', '050']], ['firstName', 'phone'], ['a'])).toEqual([
    { id: 'a', firstName: 'Sara', lastName: 'Al Karam', phone: '050' },
  ])
  expect(importRows([['Sara May', 'Karam']], ['firstName', 'lastName'], ['a'])).toEqual([
    { id: 'a', firstName: 'Sara May', lastName: 'Karam' },
  ])
})

test('calls stay small in rows and in bytes', () => {
  const rows = Array.from({ length: 600 }, (_, index) => ({ id: String(index), firstName: 'Sara' }))
  expect(chunksOf(rows).map((chunk) => chunk.length)).toEqual([250, 250, 100])
  const wide = rows.map((row) => ({ ...row, notes: 'ا'.repeat(1000) }))
  for (const chunk of chunksOf(wide)) expect(new TextEncoder().encode(JSON.stringify(chunk)).length).toBeLessThan(50_000)
  expect(chunksOf(wide).flat()).toHaveLength(600)
})
