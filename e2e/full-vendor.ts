import { filledOwner } from '../test/filled.ts'
import type { HttpClient } from '../test/browser-session.ts'
import { addresses, recordAddresses } from './addresses.ts'
import { paidOut } from './marketplace.ts'
import { proveEmail } from './people.ts'
import type { Product } from './product.ts'

/** A business, the addresses of its pages, and the trainer whom the trainer's view impersonates. */
export type Walked = { owner: HttpClient; walk: readonly string[]; trainer: string }

const vendors = new WeakMap<Product, Promise<Walked>>()

/**
 * A business with a record of every kind, created once per product: tests that walk its pages change nothing. Its names and
 * email address are about the widest that can't break at a space.
 */
export function fullVendor(product: Product): Promise<Walked> {
  const known = vendors.get(product) ?? createVendor(product)
  vendors.set(product, known)
  return known
}

async function createVendor(product: Product): Promise<Walked> {
  const email = `${crypto.randomUUID().replaceAll('-', '')}${'w'.repeat(30)}@example.com`
  const owner = await filledOwner(product.url, 'W'.repeat(15), email)
  await proveEmail(owner, product)
  const { sale, batch, trainer } = owner.ids
  const { body } = await owner.rpc('sales.refund', { sale, amount: 1000, method: 'cash', reason: 'A ball was flat' })
  const [note] = body['refunds'] as { id: string }[]
  await cancelSession(owner, batch)
  const payout = await paidOut(product, owner, batch)
  return { owner, walk: [...addresses, ...recordAddresses({ ...owner.ids, note: note?.id ?? '', payout })], trainer }
}

/** Cancels a session of the batch in two weeks' time, for a reason as long as a sentence. */
async function cancelSession(owner: HttpClient, batch: string): Promise<void> {
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const { body } = await owner.rpc('sessions.list', { from: dayIn(14), to: dayIn(21), batch })
  const [session] = body['rows'] as { id: string; version: number }[]
  const reason = 'The floor of the hall is being laid anew; those who come meet in the garden behind the café instead'
  const { status } = await owner.rpc('sessions.cancel', { id: session?.id, version: session?.version, reason })
  if (status !== 200) throw new Error(`sessions.cancel answered ${status}`)
}
