import { sql } from 'kysely'
import { documentMatched } from '#business/ledger/ledger.guards.ts'
import { answer } from '#kernel/guards.ts'

/** The answers of bank lines to guards of rooms below. */
export const bankingAnswers = [
  answer(documentMatched, async ({ trx, vendorId }, { document }) => {
    const { rows } = await sql<{ isMatched: boolean }>`
      select exists (select 1 from "bankMatches" m join "ledger" l on l."vendorId" = ${vendorId} and l."id" = m."entry"
        where m."vendorId" = ${vendorId} and l."sourceId" = ${document}) as "isMatched"`.execute(trx)
    return rows[0]?.isMatched ?? false
  }),
]
