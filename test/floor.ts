import { tenant } from '#db/tenant.ts'
import { week } from '#lib/fields.ts'
import type { ImagePurpose } from '#lib/images.ts'
import { newId } from '#kernel/ids.ts'
import type { Caller, TestApp } from './app.ts'

type TestCalls = Caller['calls']

/** Opening hours that contain the hours of every test. */
export const hours = { startingTime: '06:00', endingTime: '22:00', trainingDays: week(0, 1, 2, 3, 4, 5, 6) }

/** Stores an image row of a purpose, without its file. */
export async function storedImage(app: TestApp, vendorId: string, purpose: ImagePurpose = 'cover'): Promise<string> {
  const image = `/media/${{ logo: 'd', avatar: 'e', cover: 'a', receipt: 'f' }[purpose].repeat(64)}.webp`
  const createdAt = new Date(app.clock.now()).toISOString()
  await tenant(app.app.db, vendorId, (trx) =>
    trx.insertInto('media').values({ vendorId, image, purpose, bytes: 1, width: 1, height: 1, createdAt }).execute(),
  )
  return image
}

/**
 * An owner with a service, two trainers who teach it, a hall and an image for each use, `image` being the cover; `batch` returns the
 * input for one more batch on Mondays.
 */
export async function floor(app: TestApp, country = 'AE') {
  const owner = await app.owner({ country })
  const image = await storedImage(app, owner.vendorId)
  const avatar = await storedImage(app, owner.vendorId, 'avatar')
  const logo = await storedImage(app, owner.vendorId, 'logo')
  const receipt = await storedImage(app, owner.vendorId, 'receipt')
  const { calls } = owner
  const service = await calls.services.create({ service: 'football', cover: image, descriptionEn: 'Football for girls and boys' })
  const person = { services: [service.id], avatar, ...hours }
  const trainer = await calls.trainers.create({ ...person, Fname: 'Mariam', Lname: 'Haddad', cost: 120 })
  const second = await calls.trainers.create({ ...person, Fname: 'Yousef', Lname: 'Karam', cost: 90 })
  const hall = await calls.halls.create({ title: 'North pitch', size: 1200, totalCandidates: 24 })
  const batch = (more: object = {}) => ({
    service: service.id,
    trainer: trainer.id,
    hall: null,
    name: 'Juniors',
    code: `C-${newId().slice(-8)}`,
    price: 35_000,
    startingTime: '17:00',
    endingTime: '18:00',
    totalCandidates: 10,
    trainingDays: week(1),
    ...more,
  })
  return { owner, calls, image, avatar, logo, receipt, service, trainer, second, hall, batch }
}

/** 5 October 2026, 13:00 in Dubai. */
export const start = Date.UTC(2026, 9, 5, 9, 0, 0)
export const dated = { startDate: '2026-10-05', endDate: '2026-12-31' }

/** A floor at `start` with an open batch of `places` places on Mondays until the end of the year. */
export async function openFloor(app: TestApp, places: number) {
  app.clock.set(start)
  const base = await floor(app)
  const made = await base.calls.batches.create(base.batch({ ...dated, totalCandidates: places }))
  return { ...base, made }
}

/** A customer with a phone number. */
export async function person(calls: TestCalls, firstName: string, more: object = {}) {
  return calls.customers.create({ firstName, phone: `050${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`, ...more })
}

/** Sets the test's clock and signs in again, since a session lasts 24 hours. */
export async function travel(app: TestApp, owner: { calls: TestCalls; email: string; password: string }, to: number): Promise<void> {
  app.clock.set(to)
  await owner.calls.accounts.signIn({ email: owner.email, password: owner.password })
}

type Marks = 'present' | 'late' | 'absent' | 'excused'

/** Marks places at the session of a batch on a day, now by the test's clock. */
export async function attend(
  { clock }: Pick<TestApp, 'clock'>,
  { calls }: { calls: TestCalls },
  { batch, day, places, mark = 'present' }: { batch: string; day: string; places: readonly string[]; mark?: Marks },
): Promise<void> {
  const { rows } = await calls.sessions.list({ from: day, to: day, batch })
  const session = rows[0]?.id ?? ''
  const markedAt = new Date(clock.now()).toISOString()
  await calls.attendance.mark({ marks: places.map((enrolment) => ({ session, enrolment, mark, markedAt })) })
}

/** What an update names of the row that was read. */
export const seen = ({ id, version }: { id: string; version: number }) => ({ id, version })

/** 'accepted', or the key of the first refused field, or the error code. */
export const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { code: string; data?: { issues?: { key: string }[] } }) => error.data?.issues?.[0]?.key ?? error.code,
  )

/** What becomes of a call: made again while the database has no time for it, as with many calls at once. */
export async function decided(call: () => Promise<unknown>): Promise<string> {
  const answer = await refusal(call())
  return answer === 'server/unavailable' || answer === 'server/busy' ? decided(call) : answer
}

/** The refusal of a call on several places: its code, whom it names, and the refused fields. */
export const refusedFor = async (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { code: string; data?: { place?: { firstName: string }; issues?: { path: unknown[]; key: string }[] } }) => [
      error.code,
      error.data?.place?.firstName,
      ...(error.data?.issues ?? []).map(({ path, key }) => [path.join('.'), key]),
    ],
  )
