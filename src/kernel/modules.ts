import type { QueryCreator, RawBuilder, SelectQueryBuilder } from 'kysely'
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

/** A webhook that subscribes to an event, and the position of the record's last event for it. */
export type Listener = { id: string; position: number }

/** The payload of webhooks: `id` is the message's, the same at every webhook and every try; `body` as it is signed. */
export type Message = { id: string; event: string; record: string; body: string }

/** How changes in the log reach webhooks. */
export type Announcer = {
  /** The event for a change; null if the change is not announced. */
  eventOf: (change: { entity: string; action: string }) => string | null
  fieldsSent: (fields: Record<string, unknown> | null | undefined) => Record<string, unknown> | null
  listenersTo: (
    db: QueryCreator<Schema>,
    vendorId: RawBuilder<string>,
    event: RawBuilder<string>,
    record: RawBuilder<string>,
  ) => SelectQueryBuilder<Schema, 'webhooks', Listener>
  announce: (trx: Trx, app: App, vendorId: string, message: Message, to: readonly Listener[]) => Promise<void>
}

/** How many rows a list has; `totalIsCapped` if there are more. */
export type Counted = { total: number; totalIsCapped: boolean }

/** What the rooms above provide to the kernel; src/entrance/modules.server.ts is the one list. */
export type Modules = {
  /** The row of the policy table for a call; undefined if there is none, and then no one may make the call. */
  policyOf: (call: string) => Policy | undefined
  /** The scope of an API key that permits a call; null for a call that no key can make. */
  scopeOf: (call: string) => string | null
  /** The member whom a call's cookie identifies; null without a live session. */
  readSession: (call: Call) => Promise<SignedIn | null>
  /** The member as whom an API key acts. @throws key/invalid, auth/too-many-requests */
  readKey: (call: Call, token: string) => Promise<SignedIn & { scopes: readonly string[] }>
  /** How many rows a list's call finds for the member of a call; null if the member may not make it, or it is no list. */
  countRows: (call: Call, list: string, input: Readonly<Record<string, unknown>>) => Promise<Counted | null>
  /** The vendor's time zone, an IANA name. */
  zoneOf: (trx: Trx, vendorId: string) => Promise<string>
  /** Serialises changes of a vendor that would conflict. */
  lockVendor: (trx: Trx, vendorId: string) => Promise<void>
  /** Every vendor's id. */
  vendorIds: (trx: Trx) => Promise<string[]>
  announcer: Announcer
  /** The subscribers of all events, those of lower rooms first. */
  subscribers: readonly Subscription[]
  /** Records the outcome of a mail in the vendor's log. */
  noteOutcome: (trx: Trx, vendorId: string, delivery: string, outcome: Outcome) => Promise<void>
  /** Functions that remove a room's expired rows. */
  expires: readonly ((trx: Trx, app: App) => Promise<unknown>)[]
  /** The columns that show an image of `media`. */
  images: readonly { table: string; column: string }[]
  /** The revisions of boards, by their challenge. */
  revisionsOf: (db: Database, boards: readonly string[]) => Promise<ReadonlyMap<string, number>>
  /** Every question that a room asks those above it, those of lower rooms first. */
  guards: readonly Question[]
  /** The answers of rooms to the questions of rooms below them, from the lowest answering room to the highest. */
  answers: readonly Answer[]
  /** The expressions that rooms provide to rooms below them, from the lowest providing room to the highest. */
  expressions: readonly Expressed[]
  /** Which of the sessions, by the hashes of their tokens, are still live. */
  liveOf: (db: Database, hashes: readonly Uint8Array[], now: string) => Promise<readonly Uint8Array[]>
}
