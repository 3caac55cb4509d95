import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { text } from '#lib/fields.ts'

/** The maximum number of own views that a member may have of a list, and of all lists together. */
export const viewLimit = 20
export const viewLimitOfAll = 200

/** The list of an entity, such as `customers.list`. */
const list = z.string('lib.fields.invalid').check(z.regex(/^[A-Za-z]{1,20}(?:\.[A-Za-z]{1,20})?$/, 'lib.fields.invalid'))
const name = text({ required: 'views.name.required', max: 40, long: 'views.name.long', isName: true })

/** The input of a new view: `query` is the filters and order as the address says them, such as `state=archived&sort=name`. */
export const viewInput = z.strictObject({
  list,
  name,
  query: text({ required: 'lib.fields.invalid', max: 500, long: 'lib.fields.invalid' }).check(
    // What is searched for is often a person, who may be erased.
    z.refine((query) => !new URLSearchParams(query).has('search'), 'lib.fields.invalid'),
  ),
})
export type ViewInput = z.output<typeof viewInput>

/** The most views whose rows are counted at once. */
export const countLimit = 8

/** A list's call with what a view narrows it to. */
const listCall = z.strictObject({
  call: z.string('lib.fields.invalid').check(z.regex(/^[A-Za-z]{1,20}\.[A-Za-z]{1,30}$/, 'lib.fields.invalid')),
  input: z.record(z.string(), z.unknown()),
})
export type ListCall = z.output<typeof listCall>

const count = z.object({ total: z.number(), totalIsCapped: z.boolean() })

const view = z.object({ list: z.string(), name: z.string(), query: z.string() })

export const viewContract = {
  /** The member's own views of all lists, oldest first. */
  list: oc.route({ method: 'GET', path: '/views' }).output(z.array(view)),
  /** How many rows some views of a list have, in their order; null for one that the member may not see. */
  counts: oc
    .route({ method: 'POST', path: '/views/counts' })
    .input(z.strictObject({ views: z.array(listCall).check(z.maxLength(countLimit, 'lib.fields.invalid')) }))
    .output(z.array(z.nullable(count))),
  /** Stores a view; one of the same list and name is replaced. Returns all. */
  save: oc.route({ method: 'POST', path: '/views' }).input(viewInput).output(z.array(view)),
  /** Deletes a view by its name. Returns the others. */
  remove: oc.route({ method: 'POST', path: '/views/remove' }).input(z.strictObject({ list, name })).output(z.array(view)),
}
