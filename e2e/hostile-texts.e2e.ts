import { png } from '../test/filled.ts'
import { httpOwner, type HttpClient } from '../test/browser-session.ts'
import { week } from '#lib/fields.ts'
import { addresses } from './addresses.ts'
import { expectWhole, follow } from './follow.ts'
import { enter } from './people.ts'
import { expect, test } from './product.ts'

/** Thirty injections for a page that escapes too little; each fits a field of thirty characters or targets a longer one. */
const short = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(2)>',
  '<svg onload=alert(3)>',
  '"><svg/onload=alert(4)>',
  "'-alert(5)-'",
  '${alert(6)}',
  '{{alert(7)}}',
  'javascript:alert(8)',
  '</title><svg onload=alert(9)>',
  '<a href=javascript:alert(10)>',
  '<body onload=alert(11)>',
  '"onfocus=alert(12) autofocus="',
  '<iframe srcdoc=<p>13>',
  '<details open ontoggle=alert(14',
  '<base href=//evil.example>15',
].map((text) => text.slice(0, 30))
const long = [
  '<iframe src="javascript:alert(16)"></iframe> and text',
  '<math><mi xlink:href="javascript:alert(17)">x</mi></math>',
  '<style>@import "//evil.example/18"</style> and some text',
  '<object data="javascript:alert(19)"></object> and text',
  '<form action="javascript:alert(20)"><button>x</button></form>',
  '<meta http-equiv="refresh" content="0;url=//evil.example/21">',
  '<link rel="stylesheet" href="//evil.example/22.css"> text',
  '<video><source onerror="alert(23)"></video> and text',
  '<input autofocus onfocus=alert(24)> and some more text',
  '&lt;script&gt;alert(25)&lt;/script&gt; already escaped',
  '<scr<script>ipt>alert(26)</scr</script>ipt> nested text',
  '\u2028<script>alert(27)</script>\u2029 separators in text',
  '<img src="//evil.example/28.png"> an image from elsewhere',
  '<template><script>alert(29)</script></template> and text',
  '--><script>alert(30)</script><!-- out of a comment',
]

/** Fills a vendor in which every text is an attack. */
async function hostileVendor(owner: HttpClient): Promise<void> {
  const image = async (purpose: string) => String((await owner.upload(purpose, await png(400, 400))).body['image'])
  const create = async (name: string, input: object): Promise<string> => {
    const { status, body } = await owner.rpc(name, input)
    expect(status, `${name} ${JSON.stringify(body)}`).toBeLessThan(300)
    return String(body['id'])
  }
  const hours = { startingTime: '06:00', endingTime: '23:00', trainingDays: week(0, 1, 2, 3, 4, 5, 6) }
  const [cover, avatar] = [await image('cover'), await image('avatar')]
  await create('setup.saveVendor', {
    logo: await image('logo'),
    name: short[0],
    username: `hostile${crypto.randomUUID().slice(0, 8)}`,
    address: long[0],
    postcode: short[2]?.slice(0, 20),
    location: long[1],
    ...hours,
    version: 0,
  })
  const services: string[] = []
  for (const [at, type] of ['football', 'swimming', 'yoga'].entries())
    services.push(
      await create('services.create', {
        service: type,
        cover,
        descriptionEn: long
          .slice(at * 5, at * 5 + 3)
          .join(' ')
          .slice(0, 200),
        descriptionAr: long
          .slice(at * 5 + 3, at * 5 + 5)
          .join(' ')
          .slice(0, 200),
      }),
    )
  for (const title of short) await create('halls.create', { title, size: 100, totalCandidates: 50 })
  // Trainers' names may contain only letters, so an attack is refused at the input.
  const refused = await owner.rpc('trainers.create', { services, avatar, Fname: short[1], Lname: 'Haddad', cost: 1, ...hours })
  expect(refused.status).toBe(400)
  const trainer = await create('trainers.create', { services, avatar, Fname: 'Mariam', Lname: 'Haddad', cost: 1, ...hours })
  for (const [at, name] of short.entries())
    await create('batches.create', {
      service: services[0],
      name,
      code: `${at} ${short.at(-1 - at)}`.slice(0, 30),
      price: 1000,
      ...hours,
      startingTime: `${String(6 + at).padStart(2, '0')}:00`,
      endingTime: `${String(6 + at).padStart(2, '0')}:30`,
      totalCandidates: 5,
      trainer,
    })
}

test('I4 thirty hostile texts in every field are shown as text on every page, and the policy reports nothing', async ({
  product,
  context,
  page,
}) => {
  const owner = await httpOwner(product.url)
  await hostileVendor(owner)
  await enter(context, product.url, owner.cookie)
  const complaints: string[] = []
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (request.url().startsWith('http') && new URL(request.url()).origin !== product.url) complaints.push(request.url())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.exposeFunction('complain', (text: string) => void complaints.push(text))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) => {
      ;(window as unknown as { complain: (text: string) => void }).complain(`${event.violatedDirective} ${event.blockedURI}`)
    }),
  )
  // The server renders only Home; the app renders all other pages, however they are reached.
  await page.goto(product.url)
  for (const address of addresses) {
    await follow(page, address)
    await expectWhole(page)
  }
  await page.goto(`${product.url}/services?tab=halls`)
  for (const title of short) await expect(page.getByText(title, { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await page.goto(`${product.url}/services?tab=batches`)
  for (const name of short) await expect(page.getByText(name, { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await page.goto(`${product.url}/setup`)
  await expect(page.getByLabel('Vendor name')).toHaveValue(short[0] ?? '')
  expect(complaints).toEqual([])
})
