import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#entrance/contract.ts'
import { policies, type CallName } from '#entrance/policy.ts'
import { newId } from '#kernel/ids.ts'
import { testServer, type TestApp } from './app.ts'
import { filledOwner } from './filled.ts'
import { inputsWith } from './record-inputs.ts'

let app: TestApp & { url: string }
beforeAll(async () => {
  app = await testServer()
})
afterAll(() => app.close())

/** Whether an input names a record; a search does not. */
const namesOne = (input: unknown, id: string) => JSON.stringify(input).includes(id)

/** Filters that need not name a record of the business: the member who acted may have left. */
const filters = ['reports.audit']

/** Counts several lists in one answer, with null for one that names a missing record (view.test.ts). */
const counts = ['views.counts']

const takesInput = (name: string) => {
  const call = name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], contract)
  return (call as { '~orpc': { inputSchema?: unknown } })['~orpc'].inputSchema !== undefined
}

/** The document helper answers `{ result: false }` for a missing record, as the specification requires. */
const helpers = (name: string) => name.startsWith('documents.')

test('no call answers as if a record were there that is not', async () => {
  const owner = await filledOwner(app.url)
  const found: string[] = []
  let asked = 0
  for (const name of Object.keys(policies) as CallName[]) {
    if (helpers(name) || filters.includes(name) || counts.includes(name) || !takesInput(name)) continue
    const id = newId()
    for (const input of inputsWith(name, id).filter((one) => namesOne(one, id))) {
      asked += 1
      const { status, body } = await owner.rpc(name, input)
      if (status < 400 || status >= 500)
        found.push(`${name} ${JSON.stringify(input).replaceAll(id, 'ID')} ${status} ${JSON.stringify(body).slice(0, 100)}`)
    }
  }
  expect(asked).toBeGreaterThan(150)
  expect(found).toEqual([])
})
