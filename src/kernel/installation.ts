import { lone } from '#db/tenant.ts'
import type { App } from './app.ts'

/** Tells secrets apart without showing them: the same secret always has the same check. */
const checkOf = ({ secrets }: Pick<App, 'secrets'>) => secrets.hmac('installation', 'key')

/**
 * Refuses to work on a database with another secret than the one it was first used with: what was sealed and hashed with that
 * (second factors, queued emails, bank accounts, codes) could neither be opened nor found. The first start writes the check.
 * @throws naming what to do
 */
export async function requireSameSecret(app: Pick<App, 'db' | 'secrets'>): Promise<void> {
  const read = () => lone(app.db, (kysely) => kysely.selectFrom('installation').select('keyCheck').where('id', '=', 1).executeTakeFirst())
  const keyCheck = checkOf(app)
  let known = await read()
  if (!known) {
    // Of two first starts at once one writes, and both read that.
    await lone(app.db, (kysely) =>
      kysely
        .insertInto('installation')
        .values({ id: 1, keyCheck })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
    known = await read()
  }
  if (!known || !keyCheck.equals(known.keyCheck))
    throw new Error(
      'Touchline does not start: the secret (SECRET_KEY, or secret.key in DATA_DIR) is not the one that this database was first used with. ' +
        'All processes need the same one. If it is lost, `npm run operator -- secret replace` accepts this one; what the lost one sealed stays closed.',
    )
}

/** Accepts this process's secret from now on, in place of a lost one. */
export async function acceptSecret(app: Pick<App, 'db' | 'secrets'>): Promise<void> {
  const keyCheck = checkOf(app)
  await lone(app.db, (kysely) =>
    kysely
      .insertInto('installation')
      .values({ id: 1, keyCheck })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ keyCheck }))
      .execute(),
  )
}
