import { eventIterator, oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { listInput, listOutput, versioned } from '#lib/calls.ts'
import { day, id, withRules, optionalText, text, wholeNumber, type Rule } from '#lib/fields.ts'
import { entryStates } from './challenge.rules.ts'

/** Maximum number of customers that one call enters by name; a batch adds everyone in it. */
export const enterLimit = 200
/** Maximum units of one manual score. */
export const unitsLimit = 100_000

/** One of the given words. */
export const word = <const Words extends readonly [string, ...string[]]>(words: Words) => z.enum(words, 'lib.fields.invalid')

/** A whole number from 1, with its messages under the field's name. */
export const whole = (name: string, max: number) =>
  wholeNumber({
    required: `challenges.${name}.required`,
    number: `challenges.${name}.number`,
    min: 1,
    low: `challenges.${name}.number`,
    max,
    high: `challenges.${name}.number`,
  })

/** The reason for an action. */
export const reason = () => text({ required: 'challenges.reason.required', max: 200, long: 'challenges.reason.long' })

const seen = z.strictObject(versioned)
const withReason = z.strictObject({ ...versioned, reason: reason() })

/** A row of a board. `name` is null for an entrant who does not want to be shown. */
export const boardRow = z.object({
  /** The entry, or the team. */
  id: z.string(),
  name: z.nullable(z.string()),
  /** Set for a named entrant of the reader's business, for members who may see customers: `name` is what others read. */
  fullName: z.optional(z.string()),
  vendorName: z.string(),
  /** Whether it belongs to the reader's own business. */
  isOwn: z.boolean(),
  points: z.number(),
  /** 1, 2, 2, 4; null for a team with too few members. */
  rank: z.nullable(z.number()),
  /** This morning's rank, null where there was none. */
  formerRank: z.nullable(z.number()),
  members: z.nullable(z.number()),
})
export type ChallengeBoardRow = z.output<typeof boardRow>

/** The points of the leading entrants at the end of each day, YYYY-MM-DD; `points` has one sum for each of `days`. */
const race = z.object({
  days: z.array(z.string()),
  rows: z.array(z.object({ id: z.string(), name: z.nullable(z.string()), points: z.array(z.number()) })),
})
export type ChallengeRace = z.output<typeof race>

/** An entrant of the reader's business. `name` is the full one for members who may see customers, else the board's. */
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
  /** Whether the reader may score this entrant, where the role may: a trainer may score anyone who trains in their own sessions. */
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
  /** The session attended; null also where the reader may not open it, such as another trainer's. */
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
  /** Same as its entry's. */
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
/** Who a call enters: customers by id, or all who are in a batch today; `team` by its name, created where there is none. */
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

/** A manual score: a number of units on a day, attributed to the caller. */
export const scoreInput = z.strictObject({
  id: z.optional(id()),
  entry: id('challenges.entry.required'),
  units: whole('units', unitsLimit),
  /** Defaults to today. */
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
  /** A page of the board; with `entry`, also that entry's position. */
  board: oc
    .route({ method: 'GET', path: '/challenges/{challenge}/board' })
    .input(boardList)
    .output(z.object({ ...listOutput(boardRow).shape, revision: z.number(), own: z.nullable(boardRow) })),
  /** The daily points of the business's own leading entrants. */
  race: oc.route({ method: 'GET', path: '/challenges/{challenge}/race' }).input(z.strictObject(ofChallenge)).output(race),
  facts: oc.route({ method: 'GET', path: '/challenges/{challenge}/facts' }).input(factList).output(listOutput(fact)),
  entries: oc.route({ method: 'GET', path: '/challenges/{challenge}/entries' }).input(entryList).output(listOutput(challengeEntry)),
  /** Enters all or, where there are not enough places, none. Counts customers who are already in it or blocked. */
  enter: oc
    .route({ method: 'POST', path: '/challenges/{challenge}/entries' })
    .input(withRules(enterInput, enterRules))
    .output(z.object({ added: z.number(), already: z.number(), blocked: z.number() })),
  withdraw: entryAction('withdraw', seen),
  disqualify: entryAction('disqualify', withReason),
  reinstate: entryAction('reinstate', seen),
  /** A second call with the same id returns what the first one created. A trainer scores only those who train in their own sessions. */
  score: oc.route({ method: 'POST', path: '/challenge-scores' }).input(scoreInput).output(fact),
  /** Voids a manual score; its row stays. */
  voidScore: oc
    .route({ method: 'POST', path: '/challenge-scores/{id}/void' })
    .input(z.strictObject({ id: id(), reason: reason() }))
    .output(fact),

  /** Streams each new revision of a board until the session ends; the last event id is the revision the reader has. */
  watch: oc
    .route({ method: 'GET', path: '/challenges/{id}/watch' })
    .input(z.strictObject({ id: id() }))
    .output(eventIterator(z.object({ revision: z.number() }))),
}
