import type { QueryCreator, SelectQueryBuilder } from 'kysely'
import type { Schema } from '#db/schema.gen.ts'
import type { Database } from '#db/open.ts'
import type { Trx } from '#db/tenant.ts'
import type { App } from './app.ts'
import type { Call, SignedIn } from './base.ts'
import type { Subscription } from './events.ts'
import type { Expressed } from './expressions.ts'
import type { Answer, Question } from './guards.ts'
import type { Outcome } from './outbox.ts'
import type { Policy } from './policy.rules.ts'

/** A webhook that asks for an event, and the place of the last one that it has of the record. */
export type Listener = { id: string; position: number }

/** What is posted to webhooks: `id` is the message's, the same at every webhook and every try; `body` as it is signed. */
export type Message = { id: string; event: string; record: string; body: string }

/** How changes in the log reach webhooks. */
export type Announcer = {
  /** The event that a change is; null for what is not announced. */
  eventOf: (change: { entity: string; action: string }) => string | null
  fieldsSent: (fields: Record<string, unknown> | null | undefined) => Record<string, unknown> | null
  listenersTo: (
    db: QueryCreator<Schema>,
    vendorId: string,
    event: string,
    record: string,
  ) => SelectQueryBuilder<Schema, 'webhooks', Listener>
  announce: (trx: Trx, app: App, vendorId: string, message: Message, to: readonly Listener[]) => Promise<void>
}

/** What the kernel is given of the rooms above it; src/entrance/modules.server.ts is the one list. */
export type Modules = {
  /** The row of the policy table of a call; undefined for none, which no one may make. */
  policyOf: (call: string) => Policy | undefined
  /** The scope of an API key that opens a call; null for what no key can do. */
  scopeOf: (call: string) => string | null
  /** Whom a call's cookie names; null for no live session. */
  readSession: (call: Call) => Promise<SignedIn | null>
  /** Whom an API key stands for. @throws key/invalid, auth/too-many-requests */
  readKey: (call: Call, token: string) => Promise<SignedIn & { scopes: readonly string[] }>
  /** The vendor's time zone, an IANA name. */
  zoneOf: (trx: Trx, vendorId: string) => Promise<string>
  /** Lets changes of a vendor that would cross follow one another. */
  lockVendor: (trx: Trx, vendorId: string) => Promise<void>
  /** Every vendor's id. */
  vendorIds: (trx: Trx) => Promise<string[]>
  announcer: Announcer
  /** Who follows which event, those of lower rooms first. */
  subscribers: readonly Subscription[]
  /** Writes down in the vendor's log what became of a mail. */
  noteOutcome: (trx: Trx, vendorId: string, delivery: string, outcome: Outcome) => Promise<void>
  /** Remove what has expired of a room. */
  expires: readonly ((trx: Trx, app: App) => Promise<unknown>)[]
  /** The columns that show an image of `media`. */
  images: readonly { table: string; column: string }[]
  /** The revisions of boards, by their challenge. */
  revisionsOf: (db: Database, boards: readonly string[]) => Promise<ReadonlyMap<string, number>>
  /** Every question of a room to those above it, those of lower rooms first. */
  guards: readonly Question[]
  /** What rooms answer to the questions of rooms below them, from the lowest that answers to the highest. */
  answers: readonly Answer[]
  /** What rooms write into statements of rooms below them, from the lowest that writes to the highest. */
  expressions: readonly Expressed[]
  /** Which of the sessions, by the hashes of their tokens, still live. */
  liveOf: (db: Database, hashes: readonly Uint8Array[], now: string) => Promise<readonly Uint8Array[]>
}
