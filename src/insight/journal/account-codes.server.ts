import type { Trx } from '#db/tenant.ts'
import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { changedFields } from '#kernel/audit.ts'
import type { TenantContext } from '#kernel/context.ts'
import { failure } from '#kernel/failure.ts'
import { codedIn, datevCharts, defaultCode, type DatevChart, type ExportFormat } from './account-codes.rules.ts'
import type { AccountCodes, CodesSaveInput, DatevSave, DatevSettings } from './journal.contract.ts'

async function datevOf(trx: Trx, vendorId: string): Promise<DatevSettings | null> {
  const row = await trx
    .selectFrom('datevSettings')
    .select(['consultant', 'client', 'chart', 'accountLength', 'yearStart', 'version'])
    .where('vendorId', '=', vendorId)
    .executeTakeFirst()
  return row ?? null
}

/** The codes that a business saved for a format, and the version of the last save; 0 before the first. */
async function savedCodes(trx: Trx, vendorId: string, format: ExportFormat) {
  const rows = await trx
    .selectFrom('accountCodes')
    .select(['account', 'code', 'version'])
    .where('vendorId', '=', vendorId)
    .where('format', '=', format)
    .execute()
  return {
    codes: new Map(rows.map(({ account, code }) => [account, code])),
    version: Math.max(0, ...rows.map(({ version }) => version)),
  }
}

/** The codes of a format, saved or by default, and the settings of DATEV. */
export async function readCodes({ trx, vendorId }: TenantContext, { format }: { format: ExportFormat }): Promise<AccountCodes> {
  const datev = await datevOf(trx, vendorId)
  const { codes, version } = await savedCodes(trx, vendorId, format)
  const chart: DatevChart = datev?.chart ?? datevCharts[0]
  return {
    format,
    codes: codedIn(format).map((account) => {
      const standard = defaultCode(format, account, chart)
      const code = codes.get(account) ?? standard
      return { account, code, isDefault: code === standard }
    }),
    version,
    datev,
  }
}

/**
 * Saves the codes that differ from those before. The books are locked, so that two members don't save at once.
 * @throws request/stale where someone else saved meanwhile
 */
export async function saveCodes(ctx: TenantContext, { format, codes, version }: CodesSaveInput): Promise<AccountCodes> {
  const { trx, call, vendorId, now } = ctx
  await lockBooks(trx, vendorId)
  const current = await readCodes(ctx, { format })
  if (current.version !== version) throw failure('request/stale', { current })
  const before = new Map<string, string>(current.codes.map(({ account, code }) => [account, code]))
  const changed = codes.filter(({ account, code }) => before.get(account) !== code)
  if (changed.length === 0) return current
  const next = version + 1
  await trx
    .insertInto('accountCodes')
    .values(changed.map((row) => ({ vendorId, format, ...row, createdAt: now, updatedAt: now, version: next })))
    .onConflict((conflict) =>
      conflict
        .columns(['vendorId', 'format', 'account'])
        .doUpdateSet(({ ref }) => ({ code: ref('excluded.code'), updatedAt: now, version: next })),
    )
    .execute()
  await auditMoney(trx, call, {
    action: 'update',
    entity: 'accountCodes',
    target: vendorId,
    before: Object.fromEntries(changed.map(({ account }) => [`codes.${account}`, before.get(account) ?? null])),
    after: { format, ...Object.fromEntries(changed.map(({ account, code }) => [`codes.${account}`, code])) },
  })
  return readCodes(ctx, { format })
}

/**
 * Saves what DATEV files name in their header.
 * @throws request/stale where someone else saved meanwhile
 */
export async function saveDatev(ctx: TenantContext, { version, ...input }: DatevSave): Promise<AccountCodes> {
  const { trx, call, vendorId, now } = ctx
  await lockBooks(trx, vendorId)
  const { version: current, ...before } = (await datevOf(trx, vendorId)) ?? { version: 0 }
  if (current !== version) throw failure('request/stale', { current: await readCodes(ctx, { format: 'datev' }) })
  const logged = changedFields(before, input)
  if (Object.keys(logged.after).length > 0) {
    const row = { ...input, version: version + 1, updatedAt: now }
    await trx
      .insertInto('datevSettings')
      .values({ vendorId, ...row, createdAt: now })
      .onConflict((conflict) => conflict.column('vendorId').doUpdateSet(row))
      .execute()
    await auditMoney(trx, call, { action: 'update', entity: 'datevSettings', target: vendorId, ...logged })
  }
  return readCodes(ctx, { format: 'datev' })
}
