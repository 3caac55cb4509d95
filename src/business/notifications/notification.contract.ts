import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { listInput, listOutput } from '#lib/calls.ts'
import { day, id } from '#lib/fields.ts'
import { kindNames } from './notification.rules.ts'
import { outsideMails } from './outside.rules.ts'

const bound = () => z.optional(day({ required: 'lib.fields.invalid', format: 'lib.fields.invalid' }))

/** A member's notification, and when they read it (UTC). */
export const notification = z.object({
  id: z.string(),
  kind: z.enum(kindNames),
  about: z.nullable(z.string()),
  /** As stored for the kind; amounts in minor units. */
  values: z.record(z.string(), z.unknown()),
  at: z.string(),
  readAt: z.nullable(z.string()),
})
export type Notification = z.output<typeof notification>

/** The states of a delivery: shown in the app; waiting, failed and retried, sent, kept without a mail server, too late, given up. */
export const deliveryStates = ['shown', 'queued', 'failed', 'sent', 'kept', 'dropped', 'givenUp'] as const
export type DeliveryState = (typeof deliveryStates)[number]
export const deliveryReasons = ['refused', 'postponed', 'unreachable', 'other'] as const
export type DeliveryReason = (typeof deliveryReasons)[number]
export const notificationChannels = ['app', 'mail'] as const
export const deliveryKinds = [...kindNames, ...outsideMails] as const

/** One delivery to one receiver by one channel, with its result. */
export const notificationDelivery = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(deliveryKinds),
  about: z.nullable(z.string()),
  channel: z.enum(notificationChannels),
  address: z.string(),
  /** Whether the receiver is a member rather than a customer or an invited person. */
  isMember: z.boolean(),
  customer: z.nullable(z.string()),
  state: z.enum(deliveryStates),
  stateAt: z.string(),
  readAt: z.nullable(z.string()),
  attempts: z.number(),
  reason: z.nullable(z.enum(deliveryReasons)),
  /** The receiver's mail server's reply code. */
  replyCode: z.nullable(z.number()),
})
export type NotificationDelivery = z.output<typeof notificationDelivery>

/** The channels by which a member receives a kind. */
export const noticeSetting = z.object({
  kind: z.enum(kindNames),
  app: z.boolean(),
  mail: z.boolean(),
  /** It can't be switched off. */
  isFixed: z.boolean(),
})
export type NoticeSetting = z.output<typeof noticeSetting>

export const notificationContract = {
  /** The member's own, newest first. */
  list: oc
    .route({ method: 'GET', path: '/notifications' })
    .input(
      listInput(['at'], {
        kind: z.optional(z.enum(kindNames, 'lib.fields.invalid')),
        state: z._default(z.enum(['all', 'unread', 'read'], 'lib.fields.invalid'), 'all'),
        from: bound(),
        to: bound(),
      }),
    )
    .output(listOutput(notification)),
  /** Marks one as read, or all of the member's. */
  read: oc
    .route({ method: 'POST', path: '/notifications/read' })
    .input(z.strictObject({ id: z.optional(id()) }))
    .output(z.object({ read: z.number() })),
  settings: oc.route({ method: 'GET', path: '/notifications/settings' }).output(z.array(noticeSetting)),
  saveSettings: oc
    .route({ method: 'POST', path: '/notifications/settings' })
    .input(z.strictObject({ kind: z.enum(kindNames, 'lib.fields.invalid'), app: z.boolean(), mail: z.boolean() }))
    .output(z.array(noticeSetting)),
  /** What was sent to whom, when, by which channel and with which result. */
  log: oc
    .route({ method: 'GET', path: '/notifications/log' })
    .input(
      listInput(['at'], {
        kind: z.optional(z.enum(deliveryKinds, 'lib.fields.invalid')),
        channel: z.optional(z.enum(notificationChannels, 'lib.fields.invalid')),
        state: z.optional(z.enum(deliveryStates, 'lib.fields.invalid')),
        from: bound(),
        to: bound(),
      }),
    )
    .output(listOutput(notificationDelivery)),
}
