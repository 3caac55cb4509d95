import { sql, type Kysely } from 'kysely'
import { appRole } from './migrator.ts'
import type { Schema } from './schema.gen.ts'

/**
 * Tables that contain vendor ids but are read before the vendor is known; each lookup is by an unguessable or own key.
 * `standings` is not read at all: the product's role has no rights on it, and its functions return only a vendor's own place.
 */
export const platformTables = [
  'apiKeys',
  'archives',
  'boardEntries',
  'boardGuests',
  'boards',
  'calendarFeeds',
  'invitationLinks',
  'members',
  'offerLinks',
  'offerQueue',
  'quoteLinks',
  'sessions',
  'standings',
  'usernames',
  'vendorPlans',
  'webhookQueue',
]

/** Tables with several businesses' rows: their own policies show each business only its part. */
export const sharedTables = ['boardEntries', 'boardGuests', 'boards']

/**
 * Proves at startup that a forgotten filter cannot show another vendor's rows: the product's role
 * is not a superuser, cannot bypass row-level security and owns nothing, and every vendor table forces it.
 * @throws naming what is unsafe; the server must not start then
 */
export async function assertSafe(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ problem: string }>`
    select 'the session runs as ' || current_user as problem where current_user <> ${appRole}
    union all
    select 'role ' || rolname || ' bypasses row-level security' from pg_roles where rolname = ${appRole} and (rolsuper or rolbypassrls)
    union all
    select 'role owns table ' || c.relname from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = ${appRole} and c.relkind in ('r', 'p')
    union all
    select 'table ' || c.relname || ' does not force row-level security'
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'vendorId' and not a.attisdropped
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    where c.relkind in ('r', 'p') and c.relname <> all(${platformTables}) and not (c.relrowsecurity and c.relforcerowsecurity)
    union all
    select 'table ' || c.relname || ' has no row-level security' from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' where c.relname = any(${sharedTables}) and not c.relrowsecurity
  `.execute(db)
  if (rows.length > 0) throw new Error(`The database is not safe to use: ${rows.map((row) => row.problem).join('; ')}`)
}

/**
 * The settings with which a PostgreSQL server loses acknowledged changes in a power cut, such as
 * `fsync=off`; none on a server with default settings.
 */
export async function lossySettings(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ setting: string }>`
    select name || '=' || setting as setting from pg_settings
    where (name in ('fsync', 'full_page_writes') and setting <> 'on') or (name = 'synchronous_commit' and setting = 'off') order by 1
  `.execute(db)
  return rows.map(({ setting }) => setting)
}
