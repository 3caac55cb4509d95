import type * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { registerInput, resetPasswordForm, sendOtpInput, signInInput, verifyOtpInput } from '#business/accounts/account.contract.ts'
import { batchForm } from '#timetable/batches/batch.contract.ts'
import { hallInput } from '#directory/halls/hall.contract.ts'
import { quoteForm } from '#money/quotes/quote.contract.ts'
import { serviceInput } from '#directory/services/service.contract.ts'
import { vendorForm } from '#business/setup/vendor.contract.ts'
import { trainerForm } from '#directory/trainers/trainer.contract.ts'
import { week } from '#lib/fields.ts'
import { englishText } from '#kernel/texts.ts'

/** Each rule of each form in the specification with its message; '' if the value still passes. */

type Case = [field: string, change: Record<string, unknown>, sentence: string]

const id = '019a0000-0000-7000-8000-000000000001'
const image = `/media/${'a'.repeat(64)}.webp`
const letters = (count: number) => 'x'.repeat(count)
const hours = { startingTime: '09:00', endingTime: '21:00', trainingDays: week(1) }

/** Checks a valid value with one change, as both the form and the server do. */
function checkCase(schema: z.ZodMiniType, right: object, [field, change, sentence]: Case): void {
  expect(schema.safeParse(right).success).toBe(true)
  const { success, error } = schema.safeParse({ ...right, ...change })
  expect(success).toBe(sentence === '')
  const said = error?.issues.map(({ path, message }) => [path[0], englishText(message)]) ?? []
  if (sentence !== '') expect(said).toContainEqual([field, sentence])
}

test.each<Case>([
  ['email', { email: '' }, 'Email is required'],
  ['email', { email: 'nobody@' }, 'Invalid email address'],
  ['password', { password: '' }, 'Password is required'],
  ['password', { password: letters(5) }, 'Password must be at least 6 characters'],
  ['password', { password: letters(6) }, ''],
])('login: %s says %3$j', (...rule) => checkCase(signInInput, { email: 'a@example.com', password: letters(6) }, rule))

const newcomer = { email: 'a@example.com', country: 'AE', password: letters(8), confirmPassword: letters(8), acceptTerms: true }
test.each<Case>([
  ['email', { email: '' }, 'Email is required'],
  ['email', { email: 'not an address' }, 'Invalid email address'],
  ['password', { password: '' }, 'Password is required'],
  ['password', { password: letters(7), confirmPassword: letters(7) }, 'Password must be at least 8 characters'],
  ['confirmPassword', { confirmPassword: '' }, 'Confirm Password is required'],
  ['confirmPassword', { confirmPassword: letters(9) }, 'Passwords must match'],
  ['acceptTerms', { acceptTerms: false }, 'You must accept the terms and conditions'],
  ['country', { country: '' }, 'Please select your country'],
])('sign-up: %s says %3$j', (...rule) => checkCase(registerInput, newcomer, rule))

const vendor = { logo: image, name: 'Al Noor', username: 'noor', address: '12 Corniche Road', postcode: '00000', ...hours }
test.each<Case>([
  ['logo', { logo: '' }, 'A file is required'],
  ['name', { name: ' ' }, 'Vendor name is required'],
  ['username', { username: '' }, 'Vendor name is required'],
  ['address', { address: '' }, 'Street address is required'],
  ['postcode', { postcode: '' }, 'Postcode is required'],
  ['startingTime', { startingTime: '' }, 'Please add starting time'],
  ['endingTime', { endingTime: '' }, 'Please add ending time'],
  ['trainingDays', { trainingDays: week() }, 'Please select at least one training day'],
  ['place', { latitude: 25.2, longitude: 55.3, location: 'Behind the mosque' }, ''],
  ['place', { latitude: null, longitude: null, location: '' }, ''],
])('vendor profile: %s says %3$j', (...rule) => checkCase(vendorForm, vendor, rule))

test.each<Case>([
  ['service', { service: '' }, 'Please select a service'],
  ['cover', { cover: '' }, 'A file is required'],
  ['cover', { cover: image.replace('aaaa', 'bbbb') }, ''],
  ['descriptionEn', { descriptionEn: '' }, 'Description is required'],
  ['descriptionEn', { descriptionEn: letters(19) }, 'Description must be at least 20 characters'],
  ['descriptionEn', { descriptionEn: letters(200) }, ''],
  ['descriptionEn', { descriptionEn: letters(201) }, 'Description must be at most 200 characters'],
])('service: %s says %3$j', (...rule) => checkCase(serviceInput, { service: 'football', cover: image, descriptionEn: letters(20) }, rule))

const batch = { service: id, name: 'Juniors', code: 'JUN-A', price: 35_000, ...hours, totalCandidates: 10, trainer: id }
test.each<Case>([
  ['service', { service: '' }, 'Please select a service'],
  ['name', { name: '' }, 'Please add a batch name'],
  ['name', { name: letters(2) }, 'Batch name must be 3 to 30 characters'],
  ['name', { name: letters(3) }, ''],
  ['name', { name: letters(30) }, ''],
  ['name', { name: letters(31) }, 'Batch name must be 3 to 30 characters'],
  ['code', { code: '' }, 'Please add a code'],
  ['code', { code: letters(2) }, 'Code must be 3 to 30 characters'],
  ['code', { code: letters(3) }, ''],
  ['code', { code: letters(30) }, ''],
  ['code', { code: letters(31) }, 'Code must be 3 to 30 characters'],
  ['price', { price: '' }, 'Please add price'],
  ['price', { price: 'abc' }, 'Price must be a number'],
  ['startingTime', { startingTime: '' }, 'Please add starting time'],
  ['endingTime', { endingTime: '' }, 'Please add ending time'],
  ['startingTime', { startingTime: '24:00' }, 'Starting time must be in the format HH:mm'],
  ['endingTime', { endingTime: '9:30 pm' }, 'Ending time must be in the format HH:mm'],
  ['endingTime', { endingTime: '23:59' }, ''],
  ['endingTime', { endingTime: '09:00' }, 'Ending time must be greater than starting time'],
  ['totalCandidates', { totalCandidates: '' }, 'Please add number of Candidates'],
  ['totalCandidates', { totalCandidates: 'many' }, 'Candidates must be a number'],
  ['trainingDays', { trainingDays: week() }, 'Please select at least one training day'],
  ['trainer', { trainer: '' }, 'please select a trainer'],
])('batch: %s says %3$j', (...rule) => checkCase(batchForm, batch, rule))

const trainer = { services: [id], avatar: image, Fname: 'Mariam', Lname: 'Haddad', cost: 120, ...hours }
test.each<Case>([
  ['services', { services: undefined }, 'Please select a service'],
  ['services', { services: [] }, 'At least one service must be selected'],
  ['avatar', { avatar: '' }, 'A file is required'],
  ['Fname', { Fname: '' }, 'First name is required'],
  ['Fname', { Fname: letters(3) }, 'First name must be 4 to 20 characters'],
  ['Fname', { Fname: letters(4) }, ''],
  ['Fname', { Fname: letters(20) }, ''],
  ['Fname', { Fname: letters(21) }, 'First name must be 4 to 20 characters'],
  ['Lname', { Lname: '' }, 'Last name is required'],
  ['Lname', { Lname: letters(3) }, 'Last name must be 4 to 20 characters'],
  ['Lname', { Lname: letters(20) }, ''],
  ['Lname', { Lname: letters(21) }, 'Last name must be 4 to 20 characters'],
  ['cost', { cost: '' }, 'Cost is required'],
  ['cost', { cost: 'x' }, 'Cost must be a number'],
  ['cost', { cost: 0 }, 'Cost must be positive'],
  ['cost', { cost: 1.5 }, 'Cost must be an integer'],
  ['cost', { cost: 0.5 }, 'Cost must be at least 1'],
  ['cost', { cost: 1 }, ''],
  ['startingTime', { startingTime: '' }, 'Please add starting time'],
  ['endingTime', { endingTime: '' }, 'Please add ending time'],
  ['endingTime', { endingTime: '09:00' }, 'Ending time must be after starting time'],
  ['trainingDays', { trainingDays: week() }, 'Please select at least one training day'],
])('trainer: %s says %3$j', (...rule) => checkCase(trainerForm, trainer, rule))

test.each<Case>([
  ['title', { title: letters(3) }, 'Title must be 4 to 50 characters'],
  ['title', { title: letters(4) }, ''],
  ['title', { title: letters(50) }, ''],
  ['title', { title: letters(51) }, 'Title must be 4 to 50 characters'],
  ['size', { size: 0 }, 'Size must be positive'],
  ['size', { size: 1 }, ''],
  ['size', { size: 1.5 }, 'Size must be an integer'],
  ['totalCandidates', { totalCandidates: 0 }, 'Candidates must be positive'],
  ['totalCandidates', { totalCandidates: 1 }, ''],
  ['totalCandidates', { totalCandidates: 1.5 }, 'Candidates must be an integer'],
])('room: %s says %3$j', (...rule) => checkCase(hallInput, { title: 'North pitch', size: 1200, totalCandidates: 24 }, rule))

test.each<Case>([
  ['quote', { quote: '' }, 'Quote is required'],
  ['quote', { quote: letters(200) }, ''],
  ['quote', { quote: letters(201) }, 'Maximum 200 characters allowed'],
  ['offeredPrice', { offeredPrice: '' }, 'Offered price is required'],
  ['offeredPrice', { offeredPrice: 'x' }, 'Offered price must be a number'],
])('quote: %s says %3$j', (...rule) =>
  checkCase(quoteForm, { customer: id, service: id, quote: 'Ten afternoons', offeredPrice: 30_000 }, rule),
)

test.each<Case>([
  ['email', { email: '' }, 'Email is required'],
  ['email', { email: 'nobody@' }, 'Invalid email'],
])('forgot password, first step: %s says %3$j', (...rule) => checkCase(sendOtpInput, { email: 'a@example.com' }, rule))

test.each<Case>([
  ['otp', { otp: '' }, 'OTP is required'],
  ['otp', { otp: '12345' }, 'OTP must be 6 digits'],
  ['otp', { otp: '1234567' }, 'OTP must be 6 digits'],
])('forgot password, second step: %s says %3$j', (...rule) => checkCase(verifyOtpInput, { email: 'a@example.com', otp: '123456' }, rule))

test.each<Case>([
  ['newPassword', { newPassword: '' }, 'Password is required'],
  ['newPassword', { newPassword: letters(7), confirmPassword: letters(7) }, 'Password must be at least 8 characters'],
  ['confirmPassword', { confirmPassword: '' }, 'Confirm password is required'],
  ['confirmPassword', { confirmPassword: letters(9) }, 'Passwords must match'],
])('forgot password, third step: %s says %3$j', (...rule) =>
  checkCase(resetPasswordForm, { newPassword: letters(8), confirmPassword: letters(8) }, rule),
)
