import type pg from 'pg'
import { crowdId as id, fillBills } from './bills.ts'

/** How many rows a crowd has. */
export type CrowdSize = { customers: number; enrolments: number; sessions: number; batches?: number; sales?: number }

/** Ids of one batch and one customer of the crowd's vendor, for calls to name. */
export type Crowd = { batch: string; customer: string }

const arabic = ['محمد', 'أحمد', 'فاطمة', 'نورة', 'عبدالله', 'سارة', 'يوسف', 'مريم', 'خالد', 'لطيفة']
const english = ['Amal', 'Badr', 'Carla', 'Daniel', 'Emma', 'Farid', 'Grace', 'Hassan', 'Ines', 'James']

const textArray = (texts: readonly string[]) => `array['${texts.join(`','`)}']`

/** SQL that normalizes a name's spelling as the search text does. */
const plain = `translate(%, 'أة', 'اه')`

/** SQL that lists the vendors, each as `v`. */
const every = 'unnest($1::uuid[]) v'

/** Stores the counts of the crowd's last night, which its rows were created with (decision 73). */
async function countCrowd(client: pg.Client, vendors: readonly string[]): Promise<void> {
  const own = `"vendorId" = any($1::uuid[])`
  for (const text of [
    `insert into "customerDays" ("vendorId", "day", "ending", "created")
     select "vendorId", "day", sum("ending"), sum("created") from (
       select "vendorId", "countedUntil" as "day", 1 as "ending", 0 as "created" from "customers" where ${own}
       union all select "vendorId", "countedOn", 0, 1 from "customers" where ${own}) d
     where "day" is not null group by 1, 2 on conflict ("vendorId", "day") do update set "ending" = excluded."ending", "created" = excluded."created"`,
    `insert into "batchPlaces" ("vendorId", "batch", "taken")
     select "vendorId", "batch", count(*) from "enrolments" where ${own} and "countedUntil" is not null
     group by 1, 2 on conflict ("vendorId", "batch") do update set "taken" = excluded."taken"`,
    `insert into "formerPlaces" ("vendorId", "day", "places", "taken")
     select b."vendorId", current_date - 30, sum(b."totalCandidates"), sum((select count(*) from "enrolments" e
       where e."vendorId" = b."vendorId" and e."batch" = b."id" and e."startDate" <= current_date - 30 and e."endDate" >= current_date - 30
         and e."state" in ('active', 'completed')))
     from "batches" b where b.${own} group by 1 on conflict ("vendorId", "day") do update set "taken" = excluded."taken"`,
  ])
    await client.query(text, [vendors])
}

/**
 * Fills vendors with a year of business each by statements of the tables' owner: batches, by default one per 40 sessions, customers,
 * most of whom were enrolled once, their enrolments, the sessions of all batches and their attendance, and bills.
 * Ids are derived from the vendor and a number. Call it again with a bigger size to grow.
 * @param client a superuser's connection, exempt from row-level security
 * @returns ids of the first vendor
 */
export async function fillCrowd(client: pg.Client, vendors: readonly string[], size: CrowdSize): Promise<Crowd> {
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  const batches = size.batches ?? Math.ceil(size.sessions / 40)
  // Foreign keys and the overlap of sessions are not what is measured.
  await run('set session_replication_role = replica')
  // For statements that run once, JIT compilation would take longer than execution.
  await run('set jit = off')
  await run(
    `insert into "services" ("vendorId", "id", "vendorRef", "service", "cover", "descriptionEn", "descriptionAr", "state", "createdAt", "updatedAt")
     select v, ${id('s', '1')}, '', 'football', '/media/crowd.webp', 'A service of the crowd here', '', 'published', now(), now()
     from ${every} on conflict do nothing`,
    [vendors],
  )
  await run(
    `insert into "trainers" ("vendorId", "id", "avatar", "Fname", "Lname", "cost", "startingTime", "endingTime", "trainingDays", "state", "createdAt", "updatedAt")
     select v, ${id('t', 'n')}, '/media/crowd.webp', 'Mariam', 'Haddad', 100, '06:00', '22:00',
       (select jsonb_agg(jsonb_build_object('id', d, 'day', 'Sunday', 'isSelected', true)) from generate_series(0, 6) d), 'active', now(), now()
     from generate_series(1, ${batches}) n cross join ${every} on conflict do nothing`,
    [vendors],
  )
  await run(
    `insert into "batches" ("vendorId", "id", "service", "name", "code", "price", "currency", "priceUnit", "startingTime", "endingTime", "trainingDays",
       "totalCandidates", "trainer", "hall", "startDate", "endDate", "state", "createdAt", "updatedAt")
     select v, ${id('b', 'n')}, ${id('s', '1')}, 'Batch ' || n, 'CODE-' || n, 30000, 'AED', 'month', '17:00', '18:00',
       (select jsonb_agg(jsonb_build_object('id', d, 'day', 'Sunday', 'isSelected', true)) from generate_series(0, 6) d),
       500, ${id('t', 'n')}, null, current_date - 220, current_date + 60, 'open', now() - n * interval '1 hour', now()
     from generate_series(1, ${batches}) n cross join ${every} on conflict do nothing`,
    [vendors],
  )
  await run(
    `insert into "customers" ("vendorId", "id", "firstName", "lastName", "phone", "email", "guardianName", "guardianPhone", "gender", "source", "language", "tags",
       "notes", "nickname", "consentMarketing", "showInRankings", "state", "activeUntil", "search", "createdAt", "updatedAt", "countedUntil", "countedOn")
     select v, ${id('c', 'n')}, first, last, '+97150' || lpad(n::text, 7, '0'), 'person' || n || '@mail.example', '', '', '', 'walkIn', 'en',
       case when n % 500 = 0 then '{"VIP"}'::text[] when n % 3 = 0 then '{"siblings"}' else '{}' end, '', '', false, true,
       case when n % 400 = 0 then 'blocked' when n % 300 = 0 then 'archived' else 'active' end,
       case when n % 5 = 0 then null else current_date + (n % 900) - 700 end,
       lower(${plain.replace('%', `first || ' ' || last`)}) || ' person' || n || '@mail.example 97150' || lpad(n::text, 7, '0'),
       now() - n * interval '1 minute', now(), case when n % 400 <> 0 and n % 300 <> 0 and n % 5 <> 0 then current_date + (n % 900) - 700 end,
       case when n % 400 = 0 or n % 300 <> 0 then (now() - n * interval '1 minute')::date end
     from (select n, (${textArray([...arabic, ...english])})[1 + n % 20] as first,
         (${textArray([...english, ...arabic])})[1 + (n / 20) % 20] || (n / 4000) as last from generate_series(1, $2::int) n) numbered cross join ${every}
     on conflict do nothing`,
    [vendors, size.customers],
  )
  await run(
    `insert into "enrolmentTerms" ("vendorId", "enrolment", "number", "price", "setAt")
     select v, ${id('e', 'n')}, 1, 30000, now() from generate_series(1, $2::int) n cross join ${every} on conflict do nothing`,
    [vendors, size.enrolments],
  )
  await run(
    `insert into "enrolments" ("vendorId", "id", "batch", "customer", "startDate", "endDate", "nextChargeOn", "price", "currency", "priceUnit", "state",
       "termsNumber", "queuedAt", "createdAt", "updatedAt", "countedUntil")
     select v, ${id('e', 'n')}, ${id('b', `(1 + n % ${batches})`)}, ${id('c', `(1 + n % ${size.customers})`)}, least(current_date - 200 + n % 180, current_date - 700 + n % 900),
       current_date - 700 + n % 900, case when n % 3 = 0 then current_date + n % 60 - 5 end, 30000, 'AED', 'month',
       case when n % 47 = 0 then 'waitlisted' when n % 20 = 0 then 'cancelled' when n % 900 < 700 then 'completed' else 'active' end,
       1, now() - n * interval '1 minute', now() - n * interval '1 minute', now(),
       case when n % 47 <> 0 and n % 20 <> 0 and n % 900 >= 700 then current_date - 700 + n % 900 end
     from generate_series(1, $2::int) n cross join ${every} on conflict do nothing`,
    [vendors, size.enrolments],
  )
  await run(
    `insert into "batchSessions" ("vendorId", "id", "batch", "plannedDay", "day", "startsAt", "endsAt", "trainer", "hall", "capacity", "state", "createdAt", "updatedAt")
     select v, ${id('d', 'n')}, ${id('b', `(1 + n % ${batches})`)}, day, day, day + time '14:00', day + time '15:00', ${id('t', `(1 + n % ${batches})`)}, null, 500,
       case when day < current_date then 'completed' else 'scheduled' end, now(), now()
     from (select n, current_date + 60 - 7 * (n / ${batches}) as day from generate_series(0, $2::int - 1) n) numbered cross join ${every} on conflict do nothing`,
    [vendors, size.sessions],
  )
  await run(
    `insert into "attendance" ("vendorId", "session", "enrolment", "customer", "mark", "markedAt", "markedBy")
     select v, ${id('d', `(n % ${size.sessions})`)}, ${id('e', `(1 + (n * 7) % ${size.enrolments})`)}, ${id('c', `(1 + (n * 7) % ${size.customers})`)}, 'present', now(), v
     from generate_series(1, $2::int) n cross join ${every} on conflict do nothing`,
    [vendors, size.sessions > 0 ? size.enrolments * 2 : 0],
  )
  await countCrowd(client, vendors)
  if (size.sales) await fillBills(client, vendors, { bills: size.sales, customers: size.customers, enrolments: size.enrolments, batches })
  await run('set session_replication_role = default')
  const { rows } = await client.query<Crowd>(`select ${id('b', '7')} as "batch", ${id('c', '77')} as "customer" from ${every}`, [
    vendors.slice(0, 1),
  ])
  const [crowd] = rows
  if (!crowd) throw new Error('The crowd has no ids')
  return crowd
}

/** Updates the planner's statistics and the visibility map that index-only scans need. */
export async function analyzeCrowd(client: pg.Client): Promise<void> {
  for (const table of [
    'customers',
    'enrolments',
    'batchSessions',
    'batches',
    'attendance',
    'services',
    'trainers',
    'customerDays',
    'batchPlaces',
    'sales',
    'saleLines',
    'payments',
    'ledger',
    'audit',
    'books',
  ])
    await client.query(`vacuum analyze "${table}"`)
}
