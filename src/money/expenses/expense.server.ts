import { handlersOf } from '#kernel/base.ts'
import { inTenant } from '#kernel/context.ts'
import { createExpense, updateExpense, voidExpense } from './expense.actions.server.ts'
import { readExpense, readExpenses, readRecurring, readSuppliers } from './expense.row.server.ts'
import { createRecurring, endRecurring, updateRecurring } from './recurring.server.ts'
import { expenseContract } from './expense.contract.ts'

const os = handlersOf({ expenses: expenseContract })

const unknown = { field: 'hall', key: 'expenses.hall.unknown' }
const constraints = { expensesHall: unknown, recurringHall: unknown, expensesReceipt: { field: 'receipt', key: 'lib.images.required' } }

export const expenseHandlers = {
  list: os.expenses.list.handler(inTenant(readExpenses)),
  get: os.expenses.get.handler(inTenant((ctx, { id }) => readExpense(ctx, id))),
  create: os.expenses.create.handler(inTenant(createExpense, constraints)),
  update: os.expenses.update.handler(inTenant(updateExpense, constraints)),
  void: os.expenses.void.handler(inTenant(voidExpense)),
  suppliers: os.expenses.suppliers.handler(inTenant((ctx) => readSuppliers(ctx))),
  listRecurring: os.expenses.listRecurring.handler(inTenant((ctx) => readRecurring(ctx))),
  createRecurring: os.expenses.createRecurring.handler(inTenant(createRecurring, constraints)),
  updateRecurring: os.expenses.updateRecurring.handler(inTenant(updateRecurring, constraints)),
  endRecurring: os.expenses.endRecurring.handler(inTenant(endRecurring)),
}
