import { afterAll, beforeAll, expect, test } from 'vitest'
import { imagePurposes, type ImagePurpose } from '#lib/images.ts'
import { testServer, type TestApp } from './app.ts'
import { filledOwner, png } from './filled.ts'

let app: TestApp & { url: string }
let owner: Awaited<ReturnType<typeof filledOwner>>
beforeAll(async () => {
  app = await testServer()
  owner = await filledOwner(app.url)
})
afterAll(() => app.close())

const purposes = Object.keys(imagePurposes) as ImagePurpose[]
const hours = { startingTime: '09:00', endingTime: '21:00' }
const upload = async (purpose: ImagePurpose, picture: Buffer) => String((await owner.upload(purpose, picture)).body['image'])
type Row = Record<string, unknown>
const get = async (name: string, id?: string) => (await owner.rpc(name, id ? { id } : undefined)).body as Row
const pick = (row: Row, ...names: string[]) => Object.fromEntries(names.map((name) => [name, row[name]]))

/** Where a record takes an image: which purpose, in which field, with which error message, by each call that takes one. */
const uses: [use: string, purpose: ImagePurpose, field: string, sentence: string, calls: (image: string) => Promise<[string, object][]>][] =
  [
    [
      'the profile',
      'logo',
      'logo',
      'lib.images.dimensions',
      async (logo) => {
        const row = await get('setup.vendor')
        return [
          ['setup.saveVendor', { ...pick(row, 'name', 'username', 'address', 'postcode', 'trainingDays', 'version'), ...hours, logo }],
        ]
      },
    ],
    [
      'a trainer',
      'avatar',
      'avatar',
      'lib.images.avatarDimensions',
      async (avatar) => {
        const row = await get('trainers.get', owner.ids.trainer)
        const input = { ...pick(row, 'services', 'Fname', 'Lname', 'cost', 'trainingDays'), ...hours, avatar }
        return [
          ['trainers.create', input],
          ['trainers.update', { ...input, ...pick(row, 'id', 'version') }],
        ]
      },
    ],
    [
      'a service',
      'cover',
      'cover',
      'lib.images.required',
      async (cover) => {
        const row = await get('services.get', owner.ids.service)
        const input = { ...pick(row, 'service', 'descriptionEn', 'descriptionAr'), cover }
        return [
          ['services.create', input],
          ['services.update', { ...input, ...pick(row, 'id', 'version') }],
        ]
      },
    ],
    [
      'a challenge',
      'cover',
      'cover',
      'lib.images.required',
      async (cover) => {
        const startsAt = '2026-12-07'
        const rules = {
          nameEn: 'Sweat',
          visibility: 'internal',
          session: 'weekly',
          startsAt,
          metric: 'manual',
          unit: 'laps',
          mode: 'leaderboard',
          topN: 3,
        }
        return [['challenges.create', { ...rules, participation: 'single', cover }]]
      },
    ],
    [
      'an expense',
      'receipt',
      'receipt',
      'lib.images.required',
      async (receipt) => {
        const day = new Date(app.clock.now()).toISOString().slice(0, 10)
        return [['expenses.create', { day, category: 'rent', supplier: 'Corniche Estates', tax: 0, amount: 100, method: 'cash', receipt }]]
      },
    ],
  ]

test.each(uses)('%s takes an image that was uploaded as %s and no other', async (_, purpose, field, sentence, callsOf) => {
  const picture = await png(300, 200)
  for (const wrong of purposes.filter((other) => other !== purpose))
    for (const [name, input] of await callsOf(await upload(wrong, picture))) {
      const { status, body } = await owner.rpc(name, input)
      expect([name, wrong, status, body.data?.['issues']]).toEqual([
        name,
        wrong,
        400,
        [expect.objectContaining({ key: sentence, path: [field] })],
      ])
    }
  // The same picture, uploaded for this use, is accepted.
  const right = await upload(purpose, picture)
  for (const [name, input] of await callsOf(right)) expect([name, (await owner.rpc(name, input)).status]).toEqual([name, 200])
})

test('a cover beyond the side of a logo becomes none by the document helper either', async () => {
  const cover = await upload('cover', await png(900, 600))
  const [[, trainer] = ['', {}]] = (await uses[1]?.[4](cover)) ?? []
  const created = (await owner.rpc('documents.create', { collection: 'trainers', data: trainer })).body
  const changed = (await owner.rpc('documents.update', { collection: 'trainers', id: owner.ids.trainer, data: { avatar: cover } })).body
  expect([created['success'], changed['success']]).toEqual([false, false])
  expect((await get('trainers.get', owner.ids.trainer))['avatar']).not.toBe(cover)
})
