import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { changeOf, listInput, listOutput, record, versioned } from '#lib/calls.ts'
import { day, id, imageAddress, withRules, optionalText, text, type Rule } from '#lib/fields.ts'
import { daysIn } from '#lib/days.ts'
import { longest, metrics, modes, participations, challengeSessions, states, visibilities } from './challenge.rules.ts'
import { boardRow, entryContract, reason, whole, word } from './entry.contract.ts'

/** Maximum number of a challenge's prizes. */
export const prizeLimit = 10

/** The input of a challenge's form (product 3). Days are in the business's time zone; only custom challenges need `endsAt`. */
export const challengeInput = z.strictObject({
  nameEn: text({
    required: 'challenges.nameEn.required',
    min: 3,
    short: 'challenges.nameEn.required',
    max: 60,
    long: 'challenges.nameEn.long',
  }),
  nameAr: optionalText({ max: 60, long: 'challenges.nameEn.long' }),
  description: optionalText({ max: 500, long: 'challenges.description.long', lines: true }),
  cover: z._default(z.nullable(imageAddress()), null),
  visibility: word(visibilities),
  session: word(challengeSessions),
  startsAt: day({ required: 'challenges.startsAt.required', format: 'challenges.startsAt.required' }),
  endsAt: z._default(z.nullable(day({ required: 'challenges.endsAt.required', format: 'challenges.endsAt.required' })), null),
  metric: word(metrics),
  /** What a manual metric counts, such as push-ups. */
  unit: optionalText({ max: 20, long: 'challenges.unit.long' }),
  mode: word(modes),
  topN: z._default(z.nullable(whole('topN', 100)), null),
  target: z._default(z.nullable(whole('target', 1_000_000)), null),
  pointsPerUnit: z._default(whole('pointsPerUnit', 1000), 1),
  participation: z._default(word(participations), 'single'),
  minMembers: z._default(whole('minMembers', 100), 2),
  lateJoin: z._default(z.boolean('lib.fields.invalid'), false),
  max: z._default(z.nullable(whole('max', 100_000)), null),
  prizes: z._default(
    z
      .array(text({ required: 'challenges.prizes.long', max: 80, long: 'challenges.prizes.long' }), 'lib.fields.invalid')
      .check(z.maxLength(prizeLimit, 'challenges.prizes.many')),
    [],
  ),
})
export type ChallengeInput = z.output<typeof challengeInput>

const isCustom = ({ session }: Partial<ChallengeInput>) => session === 'custom'
export const challengeRules: Rule<ChallengeInput>[] = [
  { path: 'endsAt', error: 'challenges.endsAt.required', holds: (it) => !isCustom(it) || Boolean(it.endsAt) },
  {
    path: 'endsAt',
    error: 'challenges.endsAt.order',
    holds: (it) => !isCustom(it) || !it.startsAt || !it.endsAt || it.endsAt >= it.startsAt,
  },
  {
    path: 'endsAt',
    error: 'challenges.endsAt.long',
    holds: (it) => !isCustom(it) || !it.startsAt || !it.endsAt || daysIn({ from: it.startsAt, to: it.endsAt }) <= longest,
  },
  { path: 'unit', error: 'challenges.unit.required', holds: ({ metric, unit }) => metric !== 'manual' || Boolean(unit) },
  { path: 'topN', error: 'challenges.topN.required', holds: ({ mode, topN }) => mode !== 'leaderboard' || Boolean(topN) },
  { path: 'target', error: 'challenges.target.required', holds: ({ mode, target }) => mode !== 'threshold' || Boolean(target) },
  {
    path: 'participation',
    error: 'challenges.participation.external',
    holds: ({ visibility, participation }) => visibility !== 'external' || participation !== 'team',
  },
]
const createInput = z.strictObject({ ...challengeInput.shape, id: z.optional(id()) })

/** A challenge as lists show it. `state` is today's; `host` is the hosting business's name, '' where the reader's business hosts it. */
export const challenge = z.object({
  ...record,
  ...challengeInput.shape,
  nameAr: z.string(),
  description: z.string(),
  cover: z.nullable(z.string()),
  startsAt: z.string(),
  endsAt: z.string(),
  unit: z.string(),
  topN: z.nullable(z.number()),
  target: z.nullable(z.number()),
  pointsPerUnit: z.number(),
  participation: z.enum(participations),
  minMembers: z.number(),
  lateJoin: z.boolean(),
  max: z.nullable(z.number()),
  prizes: z.array(z.string()),
  state: z.enum(states),
  reason: z.nullable(z.string()),
  host: z.string(),
  entrants: z.number(),
  leader: z.nullable(z.object({ name: z.nullable(z.string()), points: z.number() })),
})
export type Challenge = z.output<typeof challenge>

/** Another business that takes part or was invited. */
export const guest = z.object({
  vendor: z.string(),
  name: z.string(),
  username: z.string(),
  state: z.enum(['invited', 'accepted', 'declined', 'removed']),
})
export const challengeDetail = z.object({
  ...challenge.shape,
  today: z.string(),
  guests: z.array(guest),
  teams: z.array(z.object({ id: z.string(), name: z.string(), members: z.number() })),
})
export type ChallengeDetail = z.output<typeof challengeDetail>

/** An invitation to another business's challenge that awaits an answer. */
export const challengeInvitation = z.object({
  challenge: z.string(),
  host: z.string(),
  nameEn: z.string(),
  nameAr: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  metric: z.enum(metrics),
})
export type ChallengeInvitation = z.output<typeof challengeInvitation>

const simulateInput = z.strictObject({
  metric: word(metrics),
  pointsPerUnit: whole('pointsPerUnit', 1000),
  target: z._default(z.nullable(whole('target', 1_000_000)), null),
})

const seen = z.strictObject(versioned)
const withReason = z.strictObject({ ...versioned, reason: reason() })
const list = listInput(['startsAt'], {
  session: z._default(word(['all', ...challengeSessions]), 'all'),
  visibility: z._default(word(['all', ...visibilities]), 'all'),
  participation: z._default(word(['all', ...participations]), 'all'),
  state: z._default(word(['current', 'archived']), 'current'),
})
export const challengeList = list

const own = '/challenges/{id}'
const action = <Input extends z.ZodMiniType>(name: string, input: Input) =>
  oc
    .route({ method: 'POST', path: `${own}/${name}` as `/${string}` })
    .input(input)
    .output(challengeDetail)
export const challengeContract = {
  ...entryContract,
  list: oc.route({ method: 'GET', path: '/challenges' }).input(list).output(listOutput(challenge)),
  get: oc
    .route({ method: 'GET', path: own })
    .input(z.strictObject({ id: id() }))
    .output(challengeDetail),
  /** A second call with the same id and input returns the challenge that the first one created. */
  create: oc
    .route({ method: 'POST', path: '/challenges', successStatus: 201 })
    .input(withRules(createInput, challengeRules))
    .output(challengeDetail),
  /** Once live, accepts only words, cover, prizes, places, late joining and the end of a custom challenge. */
  update: oc.route({ method: 'PATCH', path: own }).input(changeOf(challengeInput)).output(challengeDetail),
  publish: action('publish', seen),
  /** Starts a planned challenge today. */
  start: action('start', seen),
  /** Ends a live challenge today. */
  end: action('end', seen),
  cancel: action('cancel', withReason),
  archive: action('archive', seen),
  /** Creates a draft with the same rules after the original's days; `copy` is the new challenge's id. */
  clone: action('clone', z.strictObject({ id: id(), copy: z.optional(id()) })),
  /** The board that the rules would have produced over the last 30 days' attendance; nothing is stored. */
  simulate: oc
    .route({ method: 'GET', path: '/challenge-simulation' })
    .input(simulateInput)
    .output(z.object({ from: z.string(), to: z.string(), entrants: z.number(), reached: z.number(), rows: z.array(boardRow) })),

  /** Invites another business to take part. */
  invite: action(
    'invite',
    z.strictObject({
      id: id(),
      username: text({ required: 'challenges.username.required', max: 50, long: 'challenges.username.unknown' }),
    }),
  ),
  /** Withdraws an invitation, or removes a guest's entrants from the board. */
  remove: action('remove', z.strictObject({ id: id(), vendor: id() })),
  invitations: oc.route({ method: 'GET', path: '/challenge-invitations' }).output(z.array(challengeInvitation)),
  accept: action('accept', z.strictObject({ id: id() })),
  decline: oc
    .route({ method: 'POST', path: '/challenges/{id}/decline' })
    .input(z.strictObject({ id: id() }))
    .output(z.object({ declined: z.boolean() })),
}
