import { sql, type RawBuilder } from 'kysely'

/**
 * The name under which the customer `c` stands where others read it: none after an opt-out, a minor's
 * nickname or first letter, else the nickname or the first name with the last one's initial (product 6, /rankings).
 * Anyone who has a guardian and no birthday counts as a minor.
 * @param today the day where the business is
 */
export const displayName = (today: RawBuilder<unknown>) => sql<string | null>`case
  when not c."showInRankings" then null
  when c."dob" > (${today} - interval '18 years') or (c."dob" is null and c."guardianName" <> '') then coalesce(nullif(c."nickname", ''), left(c."firstName", 1) || '.')
  else coalesce(nullif(c."nickname", ''), c."firstName" || coalesce(' ' || left(nullif(c."lastName", ''), 1) || '.', '')) end`
