import { sql, type RawBuilder } from 'kysely'
import { memberOf, ownTrainerOf, type Call } from '#kernel/base.ts'

/**
 * Whether a member may score the entrant `e`, considering the entrant alone: a trainer may score those who train in
 * their sessions within the challenge's days, any other role anyone (product 4, "score" by trainers). Both what is
 * shown of an entrant and what is refused about them follow from this.
 */
export function mayScore(call: Call): RawBuilder<boolean> {
  const own = ownTrainerOf(call)
  if (own === null) return sql<boolean>`true`
  const { vendorId } = memberOf(call)
  return sql<boolean>`exists (
    select 1 from "challenges" h join "enrolments" p on p."vendorId" = ${vendorId} and p."customer" = e."customer" and p."state" in ('active', 'completed')
    join "batchSessions" o on o."vendorId" = ${vendorId} and o."batch" = p."batch" and o."trainer" = ${own} and o."state" <> 'cancelled'
      and o."day" between greatest(h."startsAt", p."startDate") and least(h."endsAt", p."endDate")
    where h."vendorId" = ${vendorId} and h."id" = e."challenge")`
}
