import { sql } from 'kysely'
import { userNames } from '#business/developers/actors.server.ts'
import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { readMoneyAccount } from '#business/ledger/money-account.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { failure } from '#kernel/failure.ts'
import type { BankFile } from './banking.contract.ts'

/** The most files that are listed, the last imported. */
const mostListed = 200

/** The files that were imported into an account, the last first, each with the lines that it added. */
export async function readFiles({ trx, vendorId }: TenantContext, { account }: { account: string }): Promise<{ rows: BankFile[] }> {
  await readMoneyAccount(trx, vendorId, account)
  const { rows } = await sql<BankFile>`
    select f."id", f."name", f."fromDay", f."toDay", f."at", f."importedBy",
      (select count(*)::int from "bankLines" b where b."vendorId" = ${vendorId} and b."file" = f."id" and b."account" = ${account}) as "lines",
      (select count(b."matchedAt")::int from "bankLines" b
        where b."vendorId" = ${vendorId} and b."file" = f."id" and b."account" = ${account}) as "matched"
    from "bankFiles" f where f."vendorId" = ${vendorId} and f."account" = ${account}
    order by f."at" desc, f."id" desc limit ${mostListed}`.execute(trx)
  const names = await userNames(
    trx,
    rows.map(({ importedBy }) => importedBy),
  )
  return { rows: rows.map((row) => ({ ...row, importedBy: names.get(row.importedBy) ?? '' })) }
}

/** Whether a file of the business was removed. */
async function wasRemoved({ trx, vendorId }: TenantContext, id: string): Promise<boolean> {
  const removed = await trx
    .selectFrom('audit')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('target', '=', id)
    .where('entity', '=', 'bankFile')
    .where('action', '=', 'remove')
    .limit(1)
    .executeTakeFirst()
  return removed !== undefined
}

/**
 * Removes a bank file with the lines that it added, of which none may be matched. Other files that have these lines too can be
 * imported again. A second call removes nothing.
 * @returns how many lines were removed; @throws file/matched; document/not-found
 */
export async function removeFile(ctx: TenantContext, { id }: { id: string }): Promise<{ id: string; lines: number }> {
  const { trx, call, vendorId } = ctx
  await lockBooks(trx, vendorId)
  const file = await trx
    .selectFrom('bankFiles')
    .select(['account', 'name', 'fromDay', 'toDay'])
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!file && (await wasRemoved(ctx, id))) return { id, lines: 0 }
  if (!file) throw failure('document/not-found')
  const { lines, matched } = await trx
    .selectFrom('bankLines')
    .select(({ fn }) => [fn.countAll<number>().as('lines'), fn.count<number>('matchedAt').as('matched')])
    .where('vendorId', '=', vendorId)
    .where('file', '=', id)
    .executeTakeFirstOrThrow()
  if (matched > 0) throw failure('file/matched')
  await trx.deleteFrom('bankLines').where('vendorId', '=', vendorId).where('file', '=', id).execute()
  await trx.deleteFrom('bankFiles').where('vendorId', '=', vendorId).where('id', '=', id).execute()
  await auditMoney(trx, call, { action: 'remove', entity: 'bankFile', target: id, before: { ...file, lines } })
  return { id, lines }
}
