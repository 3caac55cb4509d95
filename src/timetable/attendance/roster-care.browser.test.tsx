import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import '#ui/tokens.css'
import '#ui/base.css'
import enrolmentsAr from '#timetable/enrolments/text.ar.json'
import enrolments from '#timetable/enrolments/text.en.json'
import libAr from '#lib/text.ar.json'
import lib from '#lib/text.en.json'
import uiAr from '#ui/text.ar.json'
import ui from '#ui/text.en.json'
import { TrialOver } from '#ui/trial-over.tsx'
import { queryClient } from '#web/query.ts'
import { initialState, useRoot } from '#web/state.ts'
import type { Attendee, PersonCare } from './attendance.contract.ts'
import { Roster } from './roster.tsx'

const calls = vi.hoisted(() => ({ roster: vi.fn(), care: vi.fn(), mark: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({ attendance: calls, setup: { progress: () => new Promise(() => {}), vendor: () => new Promise(() => {}) } }),
}))

const person = (enrolment: string, firstName: string, care: Attendee['care']): Attendee => ({
  enrolment,
  customer: `customer ${enrolment}`,
  firstName,
  lastName: '',
  mark: 'booked',
  markedAt: null,
  care,
})
const phone = '+971507654322'
const people = [
  person('a', 'Amal', { hasMedicalNote: true, noPhotos: true, emergencyPhone: phone }),
  person('b', 'Badr', { hasMedicalNote: false, noPhotos: false, emergencyPhone: phone }),
  person('c', 'Celine', null),
]
const known: PersonCare = {
  medicalNote: 'Allergic to peanuts.\nThe pen is in the red bag.',
  emergencyName: 'Huda Karam',
  emergencyPhone: phone,
  emergencyRelation: 'Aunt',
  photoConsent: 'no',
}
/** A call that could not reach the server. */
const outage = () => Promise.reject(Object.assign(new TypeError('Failed to fetch'), { status: 0 }))

async function shown(locale: 'en' | 'ar' = 'en', isOver = false) {
  useRoot.setState({ ...initialState, auth: { ...initialState.auth, userId: 'u', roles: 'trainer' } })
  document.documentElement.dir = locale === 'ar' ? 'rtl' : 'ltr'
  const messages = locale === 'ar' ? { lib: libAr, ui: uiAr, enrolments: enrolmentsAr } : { lib, ui, enrolments }
  return render(
    <QueryClientProvider client={queryClient}>
      <IntlProvider locale={locale} messages={messages} timeZone="UTC">
        <TrialOver value={isOver}>
          <Roster session="s" />
        </TrialOver>
      </IntlProvider>
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  queryClient.clear()
  localStorage.clear()
  document.documentElement.dir = 'ltr'
  for (const call of Object.values(calls)) call.mockReset()
  calls.roster.mockResolvedValue({ session: { id: 's' }, people })
  calls.care.mockResolvedValue(known)
})

test('a mark says in words what there is; it opens by key, shows the note and whom to call, and marks no one', async () => {
  const screen = await shown()
  const mark = screen.getByRole('button', { name: 'Medical note, No photos: Amal' })
  await expect.element(mark).toBeVisible()
  await expect.element(mark).toHaveTextContent('Medical noteNo photos')
  await expect.element(screen.getByRole('button', { name: 'Emergency contact: Badr' })).toBeVisible()
  expect(screen.getByRole('button', { name: /Celine$/ }).elements()).toEqual([])
  expect(calls.care).not.toHaveBeenCalled()
  mark.element().focus()
  await userEvent.keyboard('{Enter}')
  const dialog = screen.getByRole('dialog', { name: 'Amal' })
  await expect.element(dialog.getByText(known.medicalNote)).toBeVisible()
  expect(calls.care).toHaveBeenCalledWith({ session: 's', enrolment: 'a' })
  await expect.element(dialog.getByText('Huda Karam')).toBeVisible()
  await expect.element(dialog.getByText('Aunt')).toBeVisible()
  await expect.element(dialog.getByText('Don’t take photos of this person.')).toBeVisible()
  await expect.element(dialog.getByRole('link', { name: 'Call Huda Karam' })).toHaveAttribute('href', `tel:${phone}`)
  // The keys of the roster end at the dialog.
  await userEvent.keyboard('p')
  await userEvent.keyboard('{Escape}')
  await expect.element(mark).toHaveFocus()
  expect(dialog.elements()).toEqual([])
  expect(calls.mark).not.toHaveBeenCalled()
  await expect.element(screen.getByText('0 of 3 marked')).toBeVisible()
})

test('once the trial is over no one is marked, and what is known of a child can still be read', async () => {
  const screen = await shown('en', true)
  await expect.element(screen.getByText('0 of 3 marked')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Present' }).elements()).toEqual([])
  await expect.element(screen.getByRole('link', { name: /^Mark everyone else present/ })).toHaveAttribute('href', '/plans')
  await screen.getByRole('button', { name: /Amal$/ }).click()
  await expect.element(screen.getByText(known.medicalNote)).toBeVisible()
})

test('a relation without a name is shown too', async () => {
  calls.care.mockResolvedValue({ ...known, emergencyName: '' })
  const screen = await shown()
  await screen.getByRole('button', { name: /Amal$/ }).click()
  await expect.element(screen.getByRole('dialog').getByText('Aunt')).toBeVisible()
})

test('what was read is forgotten when it is closed, and stored nowhere', async () => {
  const screen = await shown()
  await screen.getByRole('button', { name: /Amal$/ }).click()
  await expect.element(screen.getByText(known.medicalNote)).toBeVisible()
  await screen.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => queryClient.getQueryCache().findAll({ queryKey: ['attendance', 'care'] })).toEqual([])
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('peanuts')
})

test('without a connection the phone of the emergency contact can be called, and the note is named as not stored', async () => {
  calls.care.mockImplementation(outage)
  const screen = await shown()
  await screen.getByRole('button', { name: /Amal$/ }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText(enrolments.attendance.care.offline)).toBeVisible()
  await expect.element(dialog.getByRole('link', { name: 'Call' })).toHaveAttribute('href', `tel:${phone}`)
})

test('arrow keys move from mark to mark and pass by what is to be minded', async () => {
  const screen = await shown()
  const present = (name: string) => screen.getByRole('group', { name }).getByRole('button', { name: 'Present' })
  await expect.element(present('Amal')).toBeVisible()
  present('Amal').element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(present('Badr')).toHaveFocus()
})

test('it says the same in Arabic', async () => {
  const screen = await shown('ar')
  await screen.getByRole('button', { name: 'ملاحظة طبية، بلا تصوير: Amal' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Amal' })
  await expect.element(dialog.getByRole('link', { name: 'الاتصال بـ Huda Karam' })).toBeVisible()
  await expect.element(dialog.getByText('لا تلتقط صورًا لهذا الشخص.')).toBeVisible()
})
