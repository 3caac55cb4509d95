import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { changeOf, listInput, listOutput, record, versioned } from '#lib/calls.ts'
import { day, id, text } from '#lib/fields.ts'
import { events, testEvent } from './event.rules.ts'
import { isTarget } from './target.rules.ts'

/** The maximum number of webhooks of a vendor. */
export const webhookLimit = 10
/** How long the former secret still signs after a new one was created, in hours. */
export const formerHours = 24
/** A webhook is paused after failing for this many days without one success. */
export const failingDays = 3
/** How many days deliveries are stored. */
export const retentionDays = 30

export const webhookStates = ['active', 'paused'] as const
export const webhookDeliveryStates = ['pending', 'delivered', 'failed'] as const

/** The input of the webhook form. */
export const webhookInput = z.strictObject({
  url: text({
    required: 'developers.webhooks.url.required',
    max: 500,
    long: 'developers.webhooks.url.long',
  }).check(z.refine((value) => value === '' || isTarget(value), 'developers.webhooks.url.invalid')),
  events: z
    .array(z.enum(events, 'lib.fields.invalid'), 'developers.webhooks.events.required')
    .check(z.minLength(1, 'developers.webhooks.events.required'), z.maxLength(events.length, 'lib.fields.invalid')),
})
export type WebhookInput = z.output<typeof webhookInput>

/** A webhook in the list; `waiting` counts its pending deliveries. */
export const webhook = z.object({
  ...record,
  url: z.string(),
  events: z.array(z.enum(events)),
  state: z.enum(webhookStates),
  /** When the current run of failures began; null where the last attempt succeeded or none was made. */
  failingSince: z.nullable(z.string()),
  /** Until when the former secret also signs. */
  formerUntil: z.nullable(z.string()),
  waiting: z.number(),
})
export type Webhook = z.output<typeof webhook>

/** One message to one webhook, with its last attempt. */
export const webhookDelivery = z.object({
  id: z.string(),
  webhook: z.string(),
  url: z.string(),
  /** The `webhook-id` that it is sent with. */
  message: z.string(),
  event: z.string(),
  record: z.string(),
  state: z.enum(webhookDeliveryStates),
  tries: z.number(),
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
  /** When the next attempt is due; null unless it is pending. */
  dueAt: z.nullable(z.string()),
  /** The HTTP status of the answer; null where there was none. */
  code: z.nullable(z.number()),
  /** How long the last attempt took, in milliseconds. */
  ms: z.nullable(z.number()),
  /** The first 200 characters of the answer, or why there was none. */
  answer: z.nullable(z.string()),
})
export type WebhookDelivery = z.output<typeof webhookDelivery>

export const deliveryList = listInput(['createdAt'], {
  webhook: z.optional(id()),
  state: z._default(z.enum(['all', ...webhookDeliveryStates], 'lib.fields.invalid'), 'all'),
  event: z._default(z.enum(['all', testEvent, ...events], 'lib.fields.invalid'), 'all'),
})

const calendarDay = () => day({ required: 'developers.replay.day', format: 'developers.replay.day' })
/** The deliveries to send again: those of a range of days in the business's time zone, only failed ones or all. */
export const replayInput = z.strictObject({
  webhook: id(),
  from: calendarDay(),
  to: calendarDay(),
  which: z._default(z.enum(['failed', 'all'], 'lib.fields.invalid'), 'failed'),
})

const withSecret = z.object({ ...webhook.shape, secret: z.string() })
const seen = z.strictObject(versioned)
const one = z.strictObject({ id: id() })
const counted = z.object({ count: z.number() })

export const webhookContract = {
  list: oc.route({ method: 'GET', path: '/webhooks' }).output(z.array(webhook)),
  /** The signing secret is returned only in this response. */
  create: oc.route({ method: 'POST', path: '/webhooks', successStatus: 201 }).input(webhookInput).output(withSecret),
  update: oc.route({ method: 'PATCH', path: '/webhooks/{id}' }).input(changeOf(webhookInput)).output(webhook),
  /** Nothing is sent while it is paused; new messages wait. */
  pause: oc.route({ method: 'POST', path: '/webhooks/{id}/pause' }).input(seen).output(webhook),
  resume: oc.route({ method: 'POST', path: '/webhooks/{id}/resume' }).input(seen).output(webhook),
  /** Creates a new secret; the former one also signs for 24 hours. */
  roll: oc.route({ method: 'POST', path: '/webhooks/{id}/roll' }).input(seen).output(withSecret),
  /** Removes it with all its deliveries. */
  remove: oc
    .route({ method: 'DELETE', path: '/webhooks/{id}' })
    .input(one)
    .output(z.object({ success: z.boolean() })),
  /** Sends `webhook.test`. */
  test: oc.route({ method: 'POST', path: '/webhooks/{id}/test' }).input(one).output(counted),
  /** Deliveries of the last 30 days, searchable by event, record or `webhook-id`. */
  deliveries: oc.route({ method: 'GET', path: '/webhook-deliveries' }).input(deliveryList).output(listOutput(webhookDelivery)),
  /** Sends one delivery again, with the same `webhook-id`. */
  replay: oc.route({ method: 'POST', path: '/webhook-deliveries/{id}/replay' }).input(one).output(counted),
  replaySpan: oc.route({ method: 'POST', path: '/webhooks/{webhook}/replay' }).input(replayInput).output(counted),
}
