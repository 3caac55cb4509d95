import { sql, type RawBuilder } from 'kysely'

/** SQL for how many people were at a session: marked present or late, as a person who stayed away was not taught. */
export const peopleAt = (vendorId: string, session: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  select count(*)::int from "attendance" a where a."vendorId" = ${vendorId} and a."session" = ${session} and a."mark" in ('present', 'late')
)`

/**
 * SQL for what a session pays by a rule, in minor units: by session, hour, person or share of the net revenue, half a
 * unit rounded up, at least the minimum and at most the maximum; with no one present by the business's rule. The same
 * as `paidFor` of `pay-rule.rules.ts`.
 * @param row of the columns unit, rate, share, minimum, maximum and empty of the rule, and minutes, people and base of
 *   the session; people may be null where they do not matter
 */
export const payOf = (row: string): RawBuilder<number> => {
  const of = (name: string) => sql.ref(`${row}.${name}`)
  return sql<number>`(case
    when ${of('people')} = 0 and ${of('empty')} = 'nothing' then 0
    when ${of('people')} = 0 and ${of('empty')} = 'minimum' then coalesce(${of('minimum')}, 0)
    else least(greatest(case ${of('unit')}
      when 'session' then ${of('rate')}
      when 'hour' then div(${of('rate')}::numeric * ${of('minutes')} + 30, 60)
      when 'head' then ${of('rate')} * ${of('people')}
      else div(${of('base')}::numeric * ${of('share')} + 5000, 10000) end, ${of('minimum')}), ${of('maximum')}) end)::bigint`
}
