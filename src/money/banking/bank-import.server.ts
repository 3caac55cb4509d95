import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { readMoneyAccount } from '#business/ledger/money-account.server.ts'
import { memberOf } from '#kernel/base.ts'
import type { TenantContext } from '#kernel/context.ts'
import { fieldFailure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { answeredBefore, digestOf } from '#kernel/retry.ts'
import { inChunks } from '#lib/chunks.ts'
import type { FileInput, FileLine } from './banking.contract.ts'
import { bankLineKey, likelyDoubles } from './bank-line-keys.rules.ts'

const keyOf = (account: string, line: FileLine) => createHash('sha256').update(bankLineKey(account, line)).digest()

/** An active bank account. @throws request/invalid at `account` for another kind or an archived one; document/not-found */
export async function assertBank({ trx, vendorId }: TenantContext, id: string): Promise<void> {
  const { kind, state } = await readMoneyAccount(trx, vendorId, id)
  if (kind !== 'bank' || state !== 'active') throw fieldFailure('account', 'banking.account.kind')
}

/** What is stored of an account on the days of some lines. */
async function storedOn({ trx, vendorId }: TenantContext, account: string, lines: readonly FileLine[]) {
  const days = [...new Set(lines.map(({ day }) => day))]
  const { rows } = await sql<{ key: string; day: string; amount: number }>`
    select encode("key", 'hex') as "key", "day", "amount" from "bankLines"
    where "vendorId" = ${vendorId} and "account" = ${account} and "day" = any(${days}::date[])`.execute(trx)
  return rows
}

/** Which lines are stored already, and which may be with other texts, by their positions. */
export async function checkLines(ctx: TenantContext, { account, lines }: { account: string; lines: FileLine[] }) {
  await assertBank(ctx, account)
  const stored = await storedOn(ctx, account, lines)
  const known = new Set(stored.map(({ key }) => key))
  const keyed = lines.map((line) => ({ ...line, key: keyOf(account, line).toString('hex') }))
  return {
    known: keyed.filter(({ key }) => known.has(key)).map(({ position }) => position),
    doubles: likelyDoubles(stored, keyed).flatMap((at) => keyed[at]?.position ?? []),
  }
}

/** The file, stored by its first call. @throws request/reused for another file under its id */
async function storeFile(ctx: TenantContext, { id, lines: _lines, ...file }: FileInput): Promise<void> {
  const { trx, call, vendorId, now } = ctx
  const inputDigest = digestOf(file)
  if (await answeredBefore(ctx, 'bankFiles', id, inputDigest, () => ({ id }))) return
  const row = { ...file, importedBy: memberOf(call).userId, at: now, inputDigest }
  await trx
    .insertInto('bankFiles')
    .values({ vendorId, id, ...row })
    .execute()
}

/**
 * Stores those lines of a bank file that its account does not have yet. The books are locked, so that a file that two members
 * import at once is stored once.
 * @throws request/invalid at `account` for one that is no active bank account
 */
export async function importFile(ctx: TenantContext, input: FileInput): Promise<{ id: string; added: number; known: number }> {
  const { trx, call, vendorId } = ctx
  const { id, account, lines } = input
  await lockBooks(trx, vendorId)
  await assertBank(ctx, account)
  await storeFile(ctx, input)
  const known = new Set((await storedOn(ctx, account, lines)).map(({ key }) => key))
  const rows = lines.flatMap(({ bankId, occurrence, ...line }) => {
    const key = keyOf(account, { ...line, bankId, occurrence })
    const hex = key.toString('hex')
    if (known.has(hex)) return []
    known.add(hex)
    return [{ vendorId, id: newId(call.app.now()), account, file: id, key, ...line }]
  })
  for (const chunk of inChunks(rows)) await trx.insertInto('bankLines').values(chunk).execute()
  if (rows.length > 0) {
    await auditMoney(trx, call, {
      action: 'importLines',
      entity: 'bankFile',
      target: id,
      after: { account, name: input.name, lines: rows.length },
    })
  }
  return { id, added: rows.length, known: lines.length - rows.length }
}
