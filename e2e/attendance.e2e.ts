import { httpOwner } from '../test/browser-session.ts'
import { floor, people } from './floor.ts'
import { enter } from './people.ts'
import { expect, test } from './product.ts'

test('a roster takes 20 marks without a connection, keeps them over a reload of the page, and sends each once', async ({
  product,
  context,
  page,
}) => {
  const owner = await httpOwner(product.url)
  const { session, batch } = await floor(owner)
  await enter(context, product.url, owner.cookie)
  await page.goto(product.url)
  const needs = page.getByRole('region', { name: 'Attendance to mark' })
  await needs.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Juniors A' })).toBeVisible()
  await page.goto(`${product.url}/services/session?id=${session}`)
  const roster = page.getByRole('region', { name: 'Roster' })
  await expect(roster.getByRole('listitem')).toHaveCount(people)

  await context.setOffline(true)
  // One key press per person: the first by touch, the others by keyboard only.
  await roster.getByRole('button', { name: 'Present' }).first().click()
  await roster.getByRole('listitem').nth(1).getByRole('button').first().focus()
  for (let index = 1; index < people; index++) await page.keyboard.press(['p', 'l', 'a', 'e'][index % 4] ?? 'p')
  await expect(page.getByText('20 marks are waiting for the connection')).toBeVisible()
  await expect(roster.getByText('20 of 20 marked')).toBeVisible()
  expect((await owner.rpc('attendance.roster', { session })).body['session']).toMatchObject({ marked: 0 })

  const sent: string[] = []
  // Counts answered requests only: one more attempt may fail offline just before the connection is restored.
  page.on('response', (answer) => answer.url().endsWith('/rpc/attendance/mark') && sent.push(answer.request().postData() ?? ''))
  await context.setOffline(false)
  await expect(page.getByText('All marks are saved')).toBeAttached()
  const seen = (await owner.rpc('attendance.roster', { session })).body as unknown as {
    session: { marked: number; state: string }
    people: { mark: string }[]
  }
  expect(seen.session).toMatchObject({ marked: people, state: 'completed' })
  const tally = Object.fromEntries(
    ['present', 'late', 'absent', 'excused'].map((mark) => [mark, seen.people.filter((person) => person.mark === mark).length]),
  )
  expect(tally).toEqual({ present: 5, late: 5, absent: 5, excused: 5 })
  expect(sent.filter((body) => body.includes('"mark"'))).toHaveLength(1)
  const history = (await owner.rpc('history.list', { of: batch })).body['rows'] as unknown as { action: string }[]
  expect(history.filter(({ action }) => action === 'mark')).toHaveLength(1)

  await page.goto(`${product.url}/services/batch?id=${batch}&tab=attendance`)
  // The heading row, the twenty people, and the filled vendor's own customer.
  await expect(page.getByRole('table', { name: 'Attendance grid' }).getByRole('row')).toHaveCount(people + 2)
  await page.goto(`${product.url}/services/batch?id=${batch}&tab=history`)
  await expect(page.getByText('Attendance: marked')).toBeVisible()
})

test('marks that wait survive a reload and belong to their member alone', async ({ product, context, page }) => {
  const owner = await httpOwner(product.url)
  const { session } = await floor(owner)
  await enter(context, product.url, owner.cookie)
  await page.goto(`${product.url}/services/session?id=${session}`)
  const roster = page.getByRole('region', { name: 'Roster' })
  // The server is reachable, but marks fail, as on an unstable connection.
  await page.route('**/rpc/attendance/mark', (route) => route.abort())
  await roster.getByRole('button', { name: 'Absent' }).first().click()
  await expect(page.getByText('1 mark is waiting for the connection')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 mark is waiting for the connection')).toBeVisible()
  await page.unroute('**/rpc/attendance/mark')
  await page.reload()
  await expect(roster.getByText('1 of 20 marked')).toBeVisible()
  await expect(page.getByText('waiting for the connection')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('marks:')))).toEqual([])
})

test('60 marks of two tabs arrive once each, over a reload, another page and a sign-out that asks first', async ({
  product,
  context,
  page,
}) => {
  const owner = await httpOwner(product.url)
  const { sessions } = await floor(owner)
  const [first = '', second = '', third = ''] = sessions
  await enter(context, product.url, owner.cookie)
  const arrived: string[] = []
  const marks = '**/rpc/attendance/mark'
  context.on('response', (response) => {
    if (!response.url().endsWith('/rpc/attendance/mark') || !response.ok()) return
    const { json } = response.request().postDataJSON() as { json: { marks: { session: string; enrolment: string }[] } }
    arrived.push(...json.marks.map(({ session, enrolment }) => `${session} ${enrolment}`))
  })
  const open = async (tab: typeof page, session: string, expected = people) => {
    await tab.goto(`${product.url}/services/session?id=${session}`)
    const rows = tab.getByRole('region', { name: 'Roster' }).getByRole('listitem')
    await expect(rows).toHaveCount(expected)
    return rows
  }
  const waiting = () => page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('marks:')).length)

  // The server is reachable, but marks fail, as on an unstable connection.
  await context.route(marks, (route) => route.abort())
  const tab = await context.newPage()
  const [here, there] = [await open(page, first), await open(tab, second)]
  // In turns of ten, since a background tab renders only once a second.
  for (const from of [0, 10]) {
    await page.bringToFront()
    for (let index = from; index < from + 10; index++) await here.nth(index).getByRole('button', { name: 'Present' }).click()
    await tab.bringToFront()
    for (let index = from; index < from + 10; index++) await there.nth(index).getByRole('button', { name: 'Late' }).click()
  }
  await tab.close()
  await page.goto(product.url)
  await expect(page.getByRole('button', { name: '40 marks not sent' })).toBeVisible()
  expect(arrived).toEqual([])
  // From Home, which shows no roster.
  await context.unroute(marks)
  await page.getByRole('button', { name: '40 marks not sent' }).click()
  await expect(page.getByText('not sent')).toHaveCount(0)
  await expect.poll(waiting).toBe(0)

  await context.route(marks, (route) => route.abort())
  // Today the filled vendor's own customer is expected too.
  const last = await open(page, third, people + 1)
  for (let index = 0; index < people; index++) await last.nth(index).getByRole('button', { name: 'Absent' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: '20 marks not sent' })).toBeVisible()
  const logout = async () => {
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
  }
  const question = page.getByRole('dialog', { name: '20 marks are not sent yet' })
  await logout()
  await question.getByRole('button', { name: 'Send now' }).click()
  await expect(question.getByText('The marks could not be sent.')).toBeVisible()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toHaveCount(0)
  expect(await waiting()).toBe(20)
  await context.unroute(marks)
  await logout()
  await question.getByRole('button', { name: 'Send now' }).click()
  await page.waitForURL('**/login')
  expect(arrived).toHaveLength(60)
  expect(new Set(arrived).size).toBe(60)
})
