import { sql, type RawBuilder } from 'kysely'

/**
 * The name under which others see the customer `c`: null after an opt-out, a minor's nickname or first letter, else the
 * nickname or the first name with the last name's initial (product 6, /rankings). Anyone with a guardian and no
 * birthday counts as a minor.
 * @param today the current day where the business is
 */
export const displayName = (today: RawBuilder<unknown>) => sql<string | null>`case
  when not c."showInRankings" then null
  when c."dob" > (${today} - interval '18 years') or (c."dob" is null and c."guardianName" <> '') then coalesce(nullif(c."nickname", ''), left(c."firstName", 1) || '.')
  else coalesce(nullif(c."nickname", ''), c."firstName" || coalesce(' ' || left(nullif(c."lastName", ''), 1) || '.', '')) end`
