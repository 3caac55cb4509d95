import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverSays } from '../../test/fake-server.ts'
import { createDocument, queryDocuments, readCollection, readDocument, resolveReference, updateDocument } from './documents.ts'

beforeEach(() => {
  vi.stubGlobal('window', { location: { origin: 'http://own.invalid' } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a helper that fails says so in the console and gives success false with the message', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  serverSays('gone', 'document/not-found', 'gone', 'gone')
  expect(await createDocument('halls', { title: 'North pitch' })).toEqual({ success: false, message: 'Failed to fetch' })
  expect(await updateDocument('halls', 'h1', { title: 'South pitch' })).toEqual({ success: false, message: 'document/not-found' })
  expect(await readCollection('countries')).toEqual({ success: false, message: 'Failed to fetch', data: [] })
  expect(await queryDocuments('services', 'vendorRef', 'countries/AE/vendors/v1')).toMatchObject({ success: false, data: [] })
  expect(said).toHaveBeenCalledTimes(4)
})

test('a read that fails says so in the console and gives result false', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  serverSays('gone', 'gone')
  expect(await readDocument('merchants', 'm1')).toEqual({ result: false })
  expect(await resolveReference('countries/AE')).toEqual({ result: false })
  expect(said).toHaveBeenCalledTimes(2)
})

test('an answer that says it failed is logged too', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async () => Response.json({ json: { success: false, message: 'Document not found', data: [] } }))
  expect(await updateDocument('halls', 'h1', { title: 'South pitch' })).toMatchObject({ success: false, message: 'Document not found' })
  expect(await queryDocuments('services', 'vendorRef', 'countries/AE/vendors/v1')).toMatchObject({ success: false })
  expect(said.mock.calls).toEqual([['Document not found'], ['Document not found']])
})
