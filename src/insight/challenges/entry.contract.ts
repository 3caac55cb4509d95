import { eventIterator, oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { listInput, listOutput, versioned } from '#lib/calls.ts'
import { day, id, withRules, optionalText, text, wholeNumber, type Rule } from '#lib/fields.ts'
import { entryStates } from './challenge.rules.ts'

/** Customers that one call enters at most, by name; a batch brings all who are in it. */
export const enterLimit = 200
/** Units of one manual score at most. */
export const unitsLimit = 100_000

/** One of some words. */
export const word = <const Words extends readonly [string, ...string[]]>(words: Words) => z.enum(words, 'lib.fields.invalid')

/** A whole number from 1, whose sentences stand under the field's name. */
export const whole = (name: string, max: number) =>
  wholeNumber({
    required: `challenges.${name}.required`,
    number: `challenges.${name}.number`,
    min: 1,
    low: `challenges.${name}.number`,
    max,
    high: `challenges.${name}.number`,
  })

/** The reason of an action. */
export const reason = () => text({ required: 'challenges.reason.required', max: 200, long: 'challenges.reason.long' })

const seen = z.strictObject(versioned)
const withReason = z.strictObject({ ...versioned, reason: reason() })

/** A row of a board. `name` is null for one who does not want to be shown. */
export const boardRow = z.object({
  /** The entry, or the team. */
  id: z.string(),
  name: z.nullable(z.string()),
  /** Of the own business's entrant who is named, for anyone who may see customers: `name` is what others read. */
  fullName: z.optional(z.string()),
  vendorName: z.string(),
  /** Whether it is of the reader's own business. */
  isOwn: z.boolean(),
  points: z.number(),
  /** 1, 2, 2, 4; null for a team that has too few members. */
  rank: z.nullable(z.number()),
  /** The rank of this morning, null where there was none. */
  formerRank: z.nullable(z.number()),
  members: z.nullable(z.number()),
})
export type ChallengeBoardRow = z.output<typeof boardRow>

/** An entrant of the own business. `name` is the full one for anyone who may see customers, else that of the board. */
export const challengeEntry = z.object({
  id: z.string(),
  version: z.number(),
  customer: z.string(),
  name: z.nullable(z.string()),
  boardName: z.nullable(z.string()),
  team: z.nullable(z.string()),
  teamName: z.nullable(z.string()),
  points: z.number(),
  state: z.enum(entryStates),
  reason: z.nullable(z.string()),
  /** The first day that counts for a late joiner; null where all days do. */
  countsFrom: z.nullable(z.string()),
  /** Whether they are among those whom the reader may score, where the role may: a trainer anyone who trains in the own sessions. */
  mayScore: z.boolean(),
  createdAt: z.string(),
})
export type ChallengeEntry = z.output<typeof challengeEntry>

/** One scored fact: attendance of a session, or what a member entered. */
export const fact = z.object({
  id: z.string(),
  entry: z.string(),
  name: z.nullable(z.string()),
  source: z.enum(['attendance', 'manual']),
  /** The session that was attended; null also where the reader may not open it, as a trainer another's. */
  session: z.nullable(z.string()),
  batchName: z.string(),
  serviceType: z.string(),
  day: z.string(),
  units: z.number(),
  points: z.number(),
  note: z.string(),
  /** Who entered it by hand. */
  by: z.string(),
  at: z.string(),
  voidReason: z.nullable(z.string()),
  /** As of its entry. */
  mayScore: z.boolean(),
})
export type ScoreFact = z.output<typeof fact>

const ofChallenge = { challenge: id() }
export const boardList = listInput(['points'], { ...ofChallenge, entry: z.optional(id()) })
export const entryList = listInput(['points', 'createdAt'], {
  ...ofChallenge,
  state: z._default(word(['all', 'standing', 'withdrawn', 'disqualified']), 'all'),
})
export const factList = listInput(['day'], { ...ofChallenge, entry: z.optional(id()) })
/** Whom a call enters: customers by their ids, or all who are in a batch today; `team` by its name, made where there is none. */
export const enterInput = z.strictObject({
  ...ofChallenge,
  customers: z._default(
    z.array(id('challenges.customers.required'), 'lib.fields.invalid').check(z.maxLength(enterLimit, 'lib.fields.invalid')),
    [],
  ),
  batch: z._default(z.nullable(id()), null),
  team: optionalText({ max: 40, long: 'challenges.team.long' }),
})
export type EnterInput = z.output<typeof enterInput>
const enterRules: Rule<EnterInput>[] = [
  {
    path: 'customers',
    error: 'challenges.customers.required',
    holds: ({ customers, batch }) => (customers ?? []).length > 0 || Boolean(batch),
  },
]

/** A manual score: so many units on a day, by anyone who enters it. */
export const scoreInput = z.strictObject({
  id: z.optional(id()),
  entry: id('challenges.entry.required'),
  units: whole('units', unitsLimit),
  /** Without it today. */
  day: z.optional(day({ required: 'challenges.day.required', format: 'challenges.day.required' })),
  note: optionalText({ max: 200, long: 'challenges.note.long' }),
})
export type ScoreInput = z.output<typeof scoreInput>

const entryAction = <Input extends z.ZodMiniType>(name: string, input: Input) =>
  oc
    .route({ method: 'POST', path: `/challenge-entries/{id}/${name}` })
    .input(input)
    .output(challengeEntry)

/** The calls of a challenge's board, its entrants and their scores. */
export const entryContract = {
  /** A page of the board; with `entry` also where that one stands. */
  board: oc
    .route({ method: 'GET', path: '/challenges/{challenge}/board' })
    .input(boardList)
    .output(z.object({ ...listOutput(boardRow).shape, revision: z.number(), own: z.nullable(boardRow) })),
  facts: oc.route({ method: 'GET', path: '/challenges/{challenge}/facts' }).input(factList).output(listOutput(fact)),
  entries: oc.route({ method: 'GET', path: '/challenges/{challenge}/entries' }).input(entryList).output(listOutput(challengeEntry)),
  /** Enters all or, where places lack, none. Who is in it already or is blocked is counted. */
  enter: oc
    .route({ method: 'POST', path: '/challenges/{challenge}/entries' })
    .input(withRules(enterInput, enterRules))
    .output(z.object({ added: z.number(), already: z.number(), blocked: z.number() })),
  withdraw: entryAction('withdraw', seen),
  disqualify: entryAction('disqualify', withReason),
  reinstate: entryAction('reinstate', seen),
  /** A second call with the same id answers what the first one made. A trainer scores who trains in the own sessions. */
  score: oc.route({ method: 'POST', path: '/challenge-scores' }).input(scoreInput).output(fact),
  /** Takes a manual score back; its row stays. */
  voidScore: oc
    .route({ method: 'POST', path: '/challenge-scores/{id}/void' })
    .input(z.strictObject({ id: id(), reason: reason() }))
    .output(fact),

  /** Tells each new revision of a board until the session ends; the last event id says which one the reader has. */
  watch: oc
    .route({ method: 'GET', path: '/challenges/{id}/watch' })
    .input(z.strictObject({ id: id() }))
    .output(eventIterator(z.object({ revision: z.number() }))),
}
