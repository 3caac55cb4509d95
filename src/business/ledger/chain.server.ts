import type { Trx } from '#db/tenant.ts'
import type { DailyTask } from '#business/accounts/daily.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { chainReader, chains, followChain, type Chain, type ChainName, type ChainPlace } from './books.server.ts'

/** From so many new links on, a check writes down how far it found the chain whole. */
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

/** Writes down up to where a chain was found whole; one who came less far changes nothing. */
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
 * Whether both chains are whole, from where an earlier check found them so: what was changed before that is found
 * by the night's check, which begins at the first row, and is answered from then on.
 * @returns for each also when it was last found whole from its first row; null before the first night
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
 * Follows both chains from their first row, page by page, so that others work in between, and writes down what was
 * found: a break is said in the log at once, and to anyone who asks until it is mended.
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
