import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { auditMoney, lockBooks } from './books.server.ts'
import { hundredthsOf } from '#lib/amounts.ts'
import { changedFields } from '#kernel/audit.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { handlersOf } from '#kernel/base.ts'
import { inTenant, type TenantContext } from '#kernel/context.ts'
import { taxContract, type Tax, type TaxSave, type TaxSettings } from './tax.contract.ts'

const os = handlersOf({ setup: taxContract })

/**
 * The rate of a setting in thousandths of a percent. The previous version writes only the hundredths, so the
 * thousandths are valid only while they round to them (decision 23).
 */
const exact = sql<number>`case when ("rateThousandths" + 5) / 10 = "rate" then "rateThousandths" else "rate" * 10 end`

/** The columns of a setting as the API answers it. */
const columns = ['rate', exact.as('rateThousandths'), 'reducedThousandths', 'isIncluded', 'number', 'validFrom'] as const

/** The country's rate, included in prices: the tax of a vendor before any of its own. */
async function countryTax(trx: Trx, vendorId: string): Promise<Tax> {
  const { taxRate } = await trx
    .selectFrom('merchants')
    .innerJoin('countries', 'countries.id', 'merchants.code')
    .select('countries.taxRate')
    .where('merchants.vendorId', '=', vendorId)
    .executeTakeFirstOrThrow()
  // Countries store rates in percent.
  const rateThousandths = Math.round(taxRate * 1000)
  return { rate: hundredthsOf(rateThousandths), rateThousandths, reducedThousandths: null, isIncluded: true, number: '', validFrom: null }
}

/** The latest setting of a vendor's own that is valid on a day. */
const ownTaxOn = (trx: Trx, vendorId: string, day: string) =>
  trx
    .selectFrom('taxSettings')
    .select(columns)
    .where('vendorId', '=', vendorId)
    .where('validFrom', '<=', day)
    .orderBy('validFrom', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A vendor's tax on a day: the latest setting valid by then, or the country's rate included in the price. */
export const taxOn = async (trx: Trx, vendorId: string, day: string): Promise<Tax> =>
  (await ownTaxOn(trx, vendorId, day)) ?? countryTax(trx, vendorId)

/** A vendor's tax number on a day, '' where it had none. */
export const taxNumberOn = async (trx: Trx, vendorId: string, day: string): Promise<string> =>
  (await ownTaxOn(trx, vendorId, day))?.number ?? ''

/** Every tax of a vendor, the earliest first: the country's, with `validFrom` null, then its own, each until the next begins. */
export async function taxesOf(trx: Trx, vendorId: string): Promise<Tax[]> {
  const own = await trx.selectFrom('taxSettings').select(columns).where('vendorId', '=', vendorId).orderBy('validFrom').execute()
  return [await countryTax(trx, vendorId), ...own]
}

/** A setting as the log stores it: the rates still in hundredths of a percent, perhaps with a decimal. */
function logged<Terms extends Pick<Tax, 'rateThousandths' | 'reducedThousandths'>>({
  rateThousandths,
  reducedThousandths,
  ...terms
}: Terms) {
  return { ...terms, rate: rateThousandths / 10, reducedRate: reducedThousandths === null ? null : reducedThousandths / 10 }
}

/** The tax of today and of later days. */
export async function readTaxSettings(ctx: TenantContext): Promise<TaxSettings> {
  const { trx, vendorId } = ctx
  const today = await ctx.today()
  const rows = await trx
    .selectFrom('taxSettings')
    .select([...columns, 'version'])
    .where('vendorId', '=', vendorId)
    .orderBy('validFrom')
    .execute()
  return {
    today,
    now: await taxOn(trx, vendorId, today),
    later: rows.filter(({ validFrom }) => validFrom > today).map(({ version: _version, ...tax }) => tax),
    version: Math.max(0, ...rows.map(({ version }) => version)),
  }
}

/**
 * Saves the tax that applies from a day on. The books are locked, so that a sale uses either the old or the new tax
 * throughout; existing bills keep theirs. An omitted number or reduced rate stays that of the day.
 * @throws request/stale where someone else saved meanwhile
 */
export async function saveTax(ctx: TenantContext, { version, rate, ...named }: TaxSave): Promise<TaxSettings> {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  await lockBooks(trx, vendorId)
  const current = await readTaxSettings(ctx)
  if (current.version !== version) throw failure('request/stale', { current })
  if (named.validFrom < today) throw fieldFailure('validFrom', 'setup.tax.validFrom.past')
  const before = await taxOn(trx, vendorId, named.validFrom)
  const rateThousandths = named.rateThousandths ?? (rate ?? 0) * 10
  const { reducedThousandths = before.reducedThousandths, number = before.number } = named
  const input = { ...named, rateThousandths, reducedThousandths, number }
  const row = { ...input, rate: hundredthsOf(rateThousandths), version: version + 1, updatedAt: now }
  await trx
    .insertInto('taxSettings')
    .values({ vendorId, ...row, createdAt: now })
    .onConflict((conflict) => conflict.columns(['vendorId', 'validFrom']).doUpdateSet(row))
    .execute()
  await auditMoney(trx, call, { action: 'update', entity: 'tax', target: vendorId, ...changedFields(logged(before), logged(input)) })
  return readTaxSettings(ctx)
}

/** The ledger module handles the tax calls of `setup`. */
export const taxHandlers = {
  tax: os.setup.tax.handler(inTenant((ctx) => readTaxSettings(ctx))),
  saveTax: os.setup.saveTax.handler(inTenant(saveTax)),
}
