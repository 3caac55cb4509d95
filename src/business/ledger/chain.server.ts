import type { Trx } from '#db/tenant.ts'
import type { DailyTask } from '#business/accounts/daily.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { chainReader, chains, followChain, type Chain, type ChainName, type ChainPlace } from './chain-links.server.ts'

/** A check stores its progress once it has followed this many new links. */
const linksBetween = 500

type Checked = ChainPlace & { wholeAt: string | null; brokenAt: number | null }

async function lastCheck(trx: Trx, vendorId: string, chain: ChainName): Promise<Checked | undefined> {
  return trx
    .selectFrom('chainChecks')
    .select(['sequence as length', 'hash', 'wholeAt', 'brokenAt'])
    .where('vendorId', '=', vendorId)
    .where('chain', '=', chain)
    .executeTakeFirst()
}

/** Stores how far a chain was found intact; a check that got less far changes nothing. */
async function storeProgress({ trx, vendorId, now }: TenantContext, chain: ChainName, { length, hash }: ChainPlace): Promise<void> {
  await trx
    .insertInto('chainChecks')
    .values({ vendorId, chain, sequence: length, hash: Buffer.from(hash), checkedAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['vendorId', 'chain'])
        .doUpdateSet(({ ref }) => ({
          sequence: ref('excluded.sequence'),
          hash: ref('excluded.hash'),
          checkedAt: ref('excluded.checkedAt'),
        }))
        .whereRef('excluded.sequence', '>', 'chainChecks.sequence'),
    )
    .execute()
}

/**
 * Checks both chains from where an earlier check found them intact. Tampering before that place is found by the
 * nightly check, which begins at the first row, and is reported here from then on.
 * @returns for each also when it was last found intact from its first row; null before the first night
 */
export async function checkNewLinks(ctx: TenantContext): Promise<Record<ChainName, Chain & { wholeAt: string | null }>> {
  const { trx, vendorId } = ctx
  const check = async (name: ChainName) => {
    const checked = await lastCheck(trx, vendorId, name)
    const wholeAt = checked?.wholeAt ?? null
    const reader = chainReader(name, vendorId, (work) => work(trx))
    if (checked && checked.brokenAt !== null) return { length: (await reader.end()).length, brokenAt: checked.brokenAt, wholeAt }
    const { whole, ...chain } = await followChain(name, reader, checked)
    if (chain.brokenAt === null && whole.length - (checked?.length ?? 0) >= linksBetween) await storeProgress(ctx, name, whole)
    return { ...chain, wholeAt }
  }
  return { entries: await check('entries'), events: await check('events') }
}

/**
 * Follows both chains from their first row, page by page, so that others can work in between, and stores the result:
 * a break is logged at once, and reported to every reader until it is repaired.
 */
export const checkChains: DailyTask = async ({ run }) => {
  for (const name of chains) {
    const vendorId = await run(async (ctx) => ctx.vendorId)
    const { whole, brokenAt } = await followChain(
      name,
      chainReader(name, vendorId, (work) => run(({ trx }) => work(trx))),
    )
    await run(async ({ trx, call, now }) => {
      const found = brokenAt === null ? { wholeAt: now, sequence: whole.length, hash: Buffer.from(whole.hash) } : {}
      const first = { vendorId, chain: name, sequence: 0, hash: Buffer.alloc(32), checkedAt: now, brokenAt, ...found }
      await trx
        .insertInto('chainChecks')
        .values(first)
        .onConflict((conflict) => conflict.columns(['vendorId', 'chain']).doUpdateSet({ checkedAt: now, brokenAt, ...found }))
        .execute()
      if (brokenAt !== null)
        call.app.log.error('A chain of the books is broken', { job: 'daily', jobId: vendorId, reason: `${name} at ${brokenAt}` })
    })
  }
}
