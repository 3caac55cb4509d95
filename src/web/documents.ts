import type { documentContract } from '#kernel/document.contract.ts'
import { clientOf } from './client.ts'

const { api } = clientOf<{ documents: typeof documentContract }>()

type Document = Record<string, unknown>
type Written = { success: boolean; message?: string; data?: Document }

// Spec 8: data helper failures are logged to the console and return success false.
function failed(error: unknown): { success: false; message: string } {
  console.error(error)
  return { success: false, message: error instanceof Error ? error.message : 'Unknown Error' }
}

/** Logs an answer that reports a failure, as a failed call is logged. */
function heard<Answer extends { success: boolean; message?: string }>(answer: Answer): Answer {
  if (!answer.success) console.error(answer.message ?? 'Unknown Error')
  return answer
}

/** Reads one document by id; a missing one returns result false (spec 8). */
export async function readDocument(collection: string, id: string): Promise<{ result: boolean; data?: Document }> {
  try {
    return await api.documents.get({ collection, id })
  } catch (error) {
    failed(error)
    return { result: false }
  }
}

/** Creates a document with the given or a new id, which is stored inside (spec 7). */
export function createDocument(collection: string, data: Document, id?: string): Promise<Written> {
  return api.documents.create({ collection, data, id }).then(heard).catch(failed)
}

/** Merges fields into a document (spec 7); a missing one returns "Document not found". */
export function updateDocument(collection: string, id: string, data: Document): Promise<Written> {
  return api.documents.update({ collection, id, data }).then(heard).catch(failed)
}

/** Reads all documents of a collection (spec 7). */
export function readCollection(collection: string): Promise<{ success: boolean; message?: string; data: Document[] }> {
  return api.documents
    .list({ collection })
    .then(heard)
    .catch((error: unknown) => ({ ...failed(error), data: [] }))
}

/** The documents whose field equals a value; none returns "Document not found" (spec 7). */
export function queryDocuments(
  collection: string,
  field: string,
  value: string,
): Promise<{ success: boolean; message?: string; data: Document[] }> {
  return api.documents
    .where({ collection, field, value })
    .then(heard)
    .catch((error: unknown) => ({ ...failed(error), data: [] }))
}

/** The document that a reference such as `countries/AE` names (spec 7). */
export async function resolveReference(reference: string): Promise<{ result: boolean; data?: Document }> {
  try {
    return await api.documents.resolve({ reference })
  } catch (error) {
    failed(error)
    return { result: false }
  }
}

/** The services of a vendor, by vendorRef (spec 7). */
export function readServicesOf(vendorRef: string): ReturnType<typeof queryDocuments> {
  return queryDocuments('services', 'vendorRef', vendorRef)
}
