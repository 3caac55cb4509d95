import { newId } from '#kernel/ids.ts'
import sharp from 'sharp'
import { week } from '#lib/fields.ts'
import { httpOwner, type HttpClient } from './browser-session.ts'
import { samples } from './samples.ts'

/** A plain picture as PNG bytes. */
export async function png(width: number, height: number, background = '#065539'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

type Ids = {
  service: string
  hall: string
  trainer: string
  batch: string
  customer: string
  enrolment: string
  sale: string
  quote: string
  session: string
  closure: string
  timeOff: string
  expense: string
  recurring: string
  /** The first till. */
  till: string
  /** The first bank account, with a file of one line. */
  bank: string
  bankFile: string
  bankLine: string
  challenge: string
  entry: string
  score: string
}

/** Sets a signed-in vendor up to 100 % over the API; returns the ids of what was created. */
export async function fill(owner: HttpClient, mark = ''): Promise<Ids> {
  const image = async (purpose: string) => String((await owner.upload(purpose, await png(400, 400))).body['image'])
  const create = async (name: string, input: object): Promise<string> => {
    const { status, body } = await owner.rpc(name, input)
    if (status >= 300) throw new Error(`${name} answered ${status} ${JSON.stringify(body)}`)
    return String(body['id'])
  }
  const hours = { startingTime: '09:00', endingTime: '21:00', trainingDays: week(0, 1, 2, 3, 4, 5, 6) }
  await create('setup.saveVendor', {
    logo: await image('logo'),
    name: `Al Noor Sports${mark}`,
    username: `noor${crypto.randomUUID().slice(0, 8)}`,
    address: '12 Corniche Road',
    postcode: '00000',
    ...hours,
    version: 0,
  })
  const service = await create('services.create', {
    service: 'football',
    cover: await image('cover'),
    descriptionEn: `Football for girls and boys${mark}`,
    descriptionAr: 'كرة القدم للبنات والأولاد',
  })
  const hall = await create('halls.create', { title: `North pitch${mark}`, size: 1200, totalCandidates: 24 })
  // Records of a room that nothing else references, by room.
  const { halls: _, ...alone }: Record<string, { title: string }> = samples
  const others: Record<string, string> = {}
  for (const [room, sample] of Object.entries(alone))
    others[room] = await create(`${room}.create`, { ...sample, title: `${sample.title}${mark}` })
  const trainer = await create('trainers.create', {
    services: [service],
    avatar: await image('avatar'),
    Fname: 'Mariam',
    Lname: 'Haddad',
    cost: 120,
    ...hours,
  })
  const batch = await create('batches.create', {
    service,
    name: `Juniors A${mark}`,
    code: 'JUN-A',
    price: 35_000,
    ...hours,
    startingTime: '17:00',
    endingTime: '18:30',
    totalCandidates: 18,
    trainer,
    hall,
  })
  const customer = await create('customers.create', {
    firstName: `Amal${mark}`,
    lastName: 'Karam',
    phone: '050 123 4567',
    email: `amal-${crypto.randomUUID()}@example.com`,
    guardianName: `Layla Karam${mark}`,
    emergencyName: `Huda Karam${mark}`,
    emergencyPhone: '050 123 4568',
    emergencyRelation: `Aunt${mark}`,
    medicalNote: `Asthma${mark}`,
    tags: ['kids'],
    notes: `Likes to play in goal${mark}`,
  })
  const enrolment = await create('enrolments.enrol', { batch, customer })
  const sale = await create('sales.sell', {
    customer,
    items: [{ kind: 'free', text: `A football${mark}`, quantity: 2, unit: 5250 }],
    discount: { kind: 'percent', value: 1000 },
    discountReason: `Second child${mark}`,
    payments: [{ method: 'cash', amount: 5000, reference: `Desk${mark}` }],
    note: `Collects on Friday${mark}`,
    total: 9450,
  })
  const quote = await create('quotes.create', { customer, batch, candidates: 3, quote: `Ten afternoons${mark}`, offeredPrice: 30_000 })
  const spent = {
    category: 'rent',
    supplier: `Corniche Estates${mark}`,
    note: `For the pitch${mark}`,
    amount: 10_500,
    tax: 500,
    method: 'transfer',
    hall,
    batch,
  }
  const expense = await create('expenses.create', { ...spent, day: '2026-10-01', receipt: await image('receipt') })
  const recurring = await create('expenses.createRecurring', { ...spent, fromDay: '2026-10-01' })
  const today = new Date()
  const after = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const closure = await create('closures.create', { fromDay: after(60), toDay: after(61), label: `Inventory${mark}`, tell: false })
  const contest = { nameEn: `October sweat${mark}`, visibility: 'internal', session: 'monthly', metric: 'manual', unit: `laps${mark}` }
  const challenge = await create('challenges.create', { ...contest, startsAt: after(2), mode: 'leaderboard', topN: 3, lateJoin: true })
  await create('challenges.publish', { id: challenge, version: 1 })
  await create('challenges.start', { id: challenge, version: 2 })
  await create('challenges.enter', { challenge, customers: [customer] })
  const entrants = (await owner.rpc('challenges.entries', { challenge })).body['rows'] as { id: string }[]
  const entry = entrants[0]?.id ?? ''
  const score = await create('challenges.score', { entry, units: 5, note: `At the gate${mark}` })
  const timeOff = await create('timeOff.create', { trainer, fromDay: after(62), toDay: after(63), reason: 'sick', note: `Flu${mark}` })
  const accounts = (await owner.rpc('cashbook.choices')).body as unknown as { id: string; kind: string }[]
  const bank = accounts.find(({ kind }) => kind === 'bank')?.id ?? ''
  const words = { name: `Jane Oak${mark}`, text: `Transfer${mark}`, reference: `Fee${mark}` }
  const bankLines = [{ position: 1, day: '2026-10-01', amount: 6_000, occurrence: 1, ...words }]
  const file = { id: newId(), account: bank, name: `october${mark}.csv`, fromDay: '2026-10-01', toDay: '2026-10-01', lines: bankLines }
  await create('banking.importFile', file)
  const imported = (await owner.rpc('banking.lines', { account: bank })).body['rows'] as { id: string }[]
  const { body } = await owner.rpc('sessions.list', { from: after(1), to: after(7), batch })
  const [session] = body['rows'] as { id: string }[]
  return {
    service,
    hall,
    trainer,
    batch,
    customer,
    enrolment,
    sale,
    quote,
    session: session?.id ?? '',
    closure,
    expense,
    recurring,
    till: accounts[0]?.id ?? '',
    bank,
    bankFile: file.id,
    bankLine: imported[0]?.id ?? '',
    challenge,
    entry,
    score,
    timeOff,
    ...others,
  }
}

/** A registered, signed-in vendor set up to 100 % over real HTTP. @param mark suffix of all its names and texts */
export async function filledOwner(url: string, mark = '', email?: string): Promise<HttpClient & { email: string; ids: Ids }> {
  const owner = await httpOwner(url, email)
  return Object.assign(owner, { ids: await fill(owner, mark) })
}
