import { sql, type Kysely } from 'kysely'
import { Migrator as KyselyMigrator } from 'kysely/migration'
import { clusterOf } from './cluster.ts'
import { appRole, migrator, oneByOne, type Migrator } from './migrator.ts'
import * as accounts from './migrations/0001-accounts.ts'
import * as floor from './migrations/0002-floor.ts'
import * as runningFloor from './migrations/0003-running-floor.ts'
import * as formerStates from './migrations/0004-former-states.ts'
import * as money from './migrations/0005-money.ts'
import * as quotes from './migrations/0006-quotes.ts'
import * as payouts from './migrations/0007-payouts.ts'
import * as payroll from './migrations/0008-payroll.ts'
import * as expenses from './migrations/0009-expenses.ts'
import * as reports from './migrations/0010-reports.ts'
import * as renewals from './migrations/0012-renewals.ts'
import * as team from './migrations/0013-team.ts'
import * as challenges from './migrations/0014-challenges.ts'
import * as rankings from './migrations/0015-rankings.ts'
import * as keys from './migrations/0016-keys.ts'
import * as notifications from './migrations/0017-notifications.ts'
import * as timeOff from './migrations/0018-time-off.ts'
import * as archives from './migrations/0019-archives.ts'
import * as snoozes from './migrations/0020-snoozes.ts'
import * as boardHosts from './migrations/0021-board-hosts.ts'
import * as boardParts from './migrations/0022-board-parts.ts'
import * as erasure from './migrations/0023-erasure.ts'
import * as alarms from './migrations/0024-alarms.ts'
import * as secondFactor from './migrations/0025-second-factor.ts'
import * as provedAddresses from './migrations/0026-proved-addresses.ts'
import * as clock from './migrations/0027-clock.ts'
import * as reversedPayments from './migrations/0029-reversed-payments.ts'
import * as reversalWords from './migrations/0030-reversal-words.ts'
import * as trainerRates from './migrations/0031-trainer-rates.ts'
import * as unnamedPlaces from './migrations/0032-unnamed-places.ts'
import * as taxInThousandths from './migrations/0034-tax-in-thousandths.ts'
import * as limits from './migrations/0035-limits.ts'
import * as owed from './migrations/0036-owed.ts'
import * as placeTerms from './migrations/0037-place-terms.ts'
import * as batchPrices from './migrations/0038-batch-prices.ts'
import * as billingRules from './migrations/0039-billing-rules.ts'
import * as customerCredit from './migrations/0040-customer-credit.ts'
import * as effects from './migrations/0041-effects.ts'
import * as termsOfEveryPlace from './migrations/0042-terms-of-every-place.ts'
import * as moreActs from './migrations/0043-more-acts.ts'
import * as placeOffers from './migrations/0044-place-offers.ts'
import * as billingRuns from './migrations/0045-billing-runs.ts'
import * as payRules from './migrations/0046-pay-rules.ts'
import * as nextSeason from './migrations/0047-next-season.ts'
import * as freezeOrder from './migrations/0048-freeze-order.ts'
import * as billState from './migrations/0049-bill-state.ts'
import * as deferredRevenue from './migrations/0050-deferred-revenue.ts'
import * as moneyAccounts from './migrations/0051-money-accounts.ts'
import * as accountCodes from './migrations/0053-account-codes.ts'
import * as bankFiles from './migrations/0054-bank-files.ts'
import * as taxClasses from './migrations/0055-tax-classes.ts'
import * as businessCustomers from './migrations/0056-business-customers.ts'
import * as listViews from './migrations/0057-list-views.ts'
import * as addedSessions from './migrations/0058-added-sessions.ts'
import * as children from './migrations/0059-children.ts'
import * as passkeys from './migrations/0060-passkeys.ts'
import * as closedHours from './migrations/0061-closed-hours.ts'
import * as ownPolicies from './migrations/0062-own-policies.ts'
import * as homeIndexes from './migrations/0063-home-indexes.ts'
import * as installation from './migrations/0064-installation.ts'
import * as counts from './migrations/0065-counts.ts'

/** Every migration in order; a released one is never changed. */
export const migrations: Record<string, { up: (migrator: Migrator) => Promise<void> }> = {
  '0001-accounts': accounts,
  '0002-floor': floor,
  '0003-running-floor': runningFloor,
  '0004-former-states': formerStates,
  '0005-money': money,
  '0006-quotes': quotes,
  '0007-payouts': payouts,
  '0008-payroll': payroll,
  '0009-expenses': expenses,
  '0010-reports': reports,
  '0012-renewals': renewals,
  '0013-team': team,
  '0014-challenges': challenges,
  '0015-rankings': rankings,
  '0016-keys': keys,
  '0017-notifications': notifications,
  '0018-time-off': timeOff,
  '0019-archives': archives,
  '0020-snoozes': snoozes,
  '0021-board-hosts': boardHosts,
  '0022-board-parts': boardParts,
  '0023-erasure': erasure,
  '0024-alarms': alarms,
  '0025-second-factor': secondFactor,
  '0026-proved-addresses': provedAddresses,
  '0027-clock': clock,
  '0029-reversed-payments': reversedPayments,
  '0030-reversal-words': reversalWords,
  '0031-trainer-rates': trainerRates,
  '0032-unnamed-places': unnamedPlaces,
  '0034-tax-in-thousandths': taxInThousandths,
  '0035-limits': limits,
  '0036-owed': owed,
  '0037-place-terms': placeTerms,
  '0038-batch-prices': batchPrices,
  '0039-billing-rules': billingRules,
  '0040-customer-credit': customerCredit,
  '0041-effects': effects,
  '0042-terms-of-every-place': termsOfEveryPlace,
  '0043-more-acts': moreActs,
  '0044-place-offers': placeOffers,
  '0045-billing-runs': billingRuns,
  '0046-pay-rules': payRules,
  '0047-next-season': nextSeason,
  '0048-freeze-order': freezeOrder,
  '0049-bill-state': billState,
  '0050-deferred-revenue': deferredRevenue,
  '0051-money-accounts': moneyAccounts,
  '0053-account-codes': accountCodes,
  '0054-bank-files': bankFiles,
  '0055-tax-classes': taxClasses,
  '0056-business-customers': businessCustomers,
  '0057-list-views': listViews,
  '0058-added-sessions': addedSessions,
  '0059-children': children,
  '0060-passkeys': passkeys,
  '0061-closed-hours': closedHours,
  '0062-own-policies': ownPolicies,
  '0063-home-indexes': homeIndexes,
  '0064-installation': installation,
  '0065-counts': counts,
}

/** The last migration: it determines which columns the tables have. */
export const schemaVersion = Object.keys(migrations).at(-1) ?? ''

/** The lock under which the schema is changed; on a cluster, the coordinator's. */
export const migrationLock = 7436125

async function createRole(db: Kysely<unknown>): Promise<void> {
  // Roles belong to the whole server: another database on it may be creating the same one.
  await sql
    .raw(
      `do $$ begin
         if not exists (select from pg_roles where rolname = '${appRole}') then create role "${appRole}" nologin nosuperuser nobypassrls; end if;
       exception when duplicate_object or unique_violation then null; end $$`,
    )
    .execute(db)
  await sql
    .raw(
      `do $$ begin if not pg_has_role(current_user, '${appRole}', 'member') then execute 'grant "${appRole}" to current_user'; end if; end $$`,
    )
    .execute(db)
  // Only where it is missing: a cluster sends a grant to every node, and one of them may be away.
  await sql
    .raw(
      `do $$ begin if not has_schema_privilege('${appRole}', 'public', 'usage') then grant usage on schema public to "${appRole}"; end if; end $$`,
    )
    .execute(db)
}

/** The migrations of a newer version that the database has in addition to all of ours; null if it lacks one of ours. */
async function newerMigrations(db: Kysely<unknown>): Promise<string[] | null> {
  const { rows: tables } = await sql<{ found: boolean }>`select to_regclass('kysely_migration') is not null as found`.execute(db)
  if (!tables[0]?.found) return null
  const { rows } = await sql<{ name: string }>`select "name" from "kysely_migration" order by "name"`.execute(db)
  const had = rows.map(({ name }) => name)
  const own = Object.keys(migrations)
  return own.every((name, index) => had[index] === name) ? had.slice(own.length) : null
}

/**
 * Brings the schema to the newest version. Safe to run twice, in two processes at once (an advisory lock on
 * one direct connection), and after a kill: everything is one transaction. A database of a newer version is
 * left as it is: each version's migrations keep the previous version working, so that an update can be
 * rolled back.
 * @param db a Kysely of the owner's role, not of the product's
 * @param until the last migration to run, for tests of older schemas
 * @returns the migrations of a newer version that the database has; usually none
 * @throws the first failing statement's error; nothing is half done then
 */
export async function migrate(db: Kysely<unknown>, until?: string): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${migrationLock})`.execute(connection)
    try {
      // Waiting long for a table's lock would stall every request behind it.
      await sql`set lock_timeout = '2s'`.execute(connection)
      await createRole(connection)
      const newer = until ? null : await newerMigrations(connection)
      // Kysely would first read the definitions of all tables, which takes longer than the rest of a start.
      if (newer) return newer
      const cluster = await clusterOf(connection)
      const kysely = new KyselyMigrator({
        db: connection,
        provider: {
          getMigrations: async () =>
            Object.fromEntries(
              Object.entries(migrations).map(([name, { up }]) => [
                name,
                {
                  async up(trx: Kysely<unknown>) {
                    const send = (statement: string) => sql.raw(statement).execute(trx)
                    // Tables that are not distributed yet are the coordinator's alone.
                    if (cluster === 'installed') await send('set local citus.enable_ddl_propagation = off')
                    if (cluster === 'distributed') await send(oneByOne)
                    await up(migrator(send, cluster === 'distributed'))
                  },
                },
              ]),
            ),
        },
      })
      const { error } = until ? await kysely.migrateTo(until) : await kysely.migrateToLatest()
      if (error) throw error
      return []
    } finally {
      await sql`set lock_timeout = default`.execute(connection)
      await sql`select pg_advisory_unlock(${migrationLock})`.execute(connection)
    }
  })
}
