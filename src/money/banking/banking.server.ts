import { handlersOf } from '#kernel/base.ts'
import { asOfNow, inTenant } from '#kernel/context.ts'
import { readBankBalance } from './bank-balance.server.ts'
import { readFiles, removeFile } from './bank-files.server.ts'
import { checkLines, importFile } from './bank-import.server.ts'
import { readLines } from './bank-lines.row.server.ts'
import { acceptLine, acceptSure, undoLine } from './bank-match.server.ts'
import { bankingContract } from './banking.contract.ts'

const os = handlersOf({ banking: bankingContract })

export const bankingHandlers = {
  check: os.banking.check.handler(asOfNow(checkLines)),
  importFile: os.banking.importFile.handler(inTenant(importFile)),
  files: os.banking.files.handler(asOfNow(readFiles)),
  removeFile: os.banking.removeFile.handler(inTenant(removeFile)),
  lines: os.banking.lines.handler(asOfNow(readLines)),
  balance: os.banking.balance.handler(asOfNow(readBankBalance)),
  accept: os.banking.accept.handler(inTenant(acceptLine)),
  acceptSure: os.banking.acceptSure.handler(inTenant(acceptSure)),
  undo: os.banking.undo.handler(inTenant(undoLine)),
}
