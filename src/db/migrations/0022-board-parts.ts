import type { Migrator } from '../migrator.ts'

const own = `nullif(current_setting('app.vendor', true), '')::uuid`
const isOwn = `"vendorId" = ${own}`
/** Evaluated once per statement: a function call per row would make long boards slow. */
const hasPart = (...states: string[]) => `"challenge" in (select part from "boardParts"(array['${states.join("','")}']) part)`
const anyState = ['host', 'invited', 'accepted', 'declined', 'removed']

/** Row-level security on the shared part of a challenge: the host and its guests each read and write their own part (decision 15). */
export async function up({ run }: Migrator): Promise<void> {
  // The policies of one table query the others: only the owner's functions can, since policies don't apply to the owner.
  await run(
    `create function "boardOwner"("board" uuid) returns uuid language plpgsql stable security definer set search_path = public, pg_temp as $$
       begin return (select o."vendorId" from "boards" o where o."challenge" = "board"); end $$`,
  )
  await run(
    `create function "boardParts"("states" text[]) returns setof uuid language plpgsql stable security definer set search_path = public, pg_temp as $$
       begin return query select g."challenge" from "boardGuests" g where g."vendorId" = ${own} and g."state" = any("states"); end $$`,
  )
  for (const name of ['"boardOwner"(uuid)', '"boardParts"(text[])']) {
    await run(`revoke all on function ${name} from public`)
    await run(`grant execute on function ${name} to "touchlineApp"`)
  }
  const policy = (table: string, action: string, rule: string) =>
    run(
      `create policy "part${action[0]?.toUpperCase()}${action.slice(1)}" on "${table}" for ${action} to "touchlineApp"
       ${action === 'insert' ? '' : `using (${rule})`} ${action === 'insert' || action === 'update' ? `with check (${rule})` : ''}`,
    )
  // Without a vendor, as in the live boards' poll, only revisions can be read.
  await policy('boards', 'select', `${own} is null or ${isOwn} or ${hasPart(...anyState)}`)
  await policy('boards', 'insert', isOwn)
  await policy('boards', 'update', `${isOwn} or ${hasPart('accepted')}`)
  // A guest sees its own row, the host and the guests whose entrants are on the board; not who else was invited.
  await policy(
    'boardGuests',
    'select',
    `${isOwn} or ${hasPart('host')} or ("state" = 'host' and ${hasPart(...anyState)}) or ("state" = 'accepted' and ${hasPart('accepted')})`,
  )
  await policy(
    'boardGuests',
    'insert',
    `(${isOwn} and "state" = 'host' and coalesce("boardOwner"("challenge"), ${own}) = ${own}) or ("state" = 'invited' and ${hasPart('host')})`,
  )
  await policy('boardGuests', 'update', `${isOwn} or ${hasPart('host')}`)
  await policy('boardEntries', 'select', `${isOwn} or ${hasPart('host', 'accepted')}`)
  await policy('boardEntries', 'insert', `${isOwn} and ${hasPart('host', 'accepted')}`)
  await policy('boardEntries', 'update', `${isOwn} or ${hasPart('host')}`)
  await policy('boardEntries', 'delete', `${isOwn} or ${hasPart('host')}`)
  for (const table of ['boards', 'boardGuests', 'boardEntries']) await run(`alter table "${table}" enable row level security`)
}
