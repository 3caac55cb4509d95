import { handlersOf } from '#kernel/base.ts'
import { run } from '#kernel/inside.ts'
import { createExpense, updateExpense, voidExpense } from './expense.actions.server.ts'
import { readExpense, readExpenses, readRecurring, readSuppliers } from './expense.row.server.ts'
import { createRecurring, endRecurring, updateRecurring } from './recurring.server.ts'
import { expenseContract } from './expense.contract.ts'

const os = handlersOf({ expenses: expenseContract })

const unknown = { field: 'hall', key: 'expenses.hall.unknown' }
const constraints = { expensesHall: unknown, recurringHall: unknown, expensesReceipt: { field: 'receipt', key: 'lib.images.required' } }

export const expenseHandlers = {
  list: os.expenses.list.handler(run(readExpenses)),
  get: os.expenses.get.handler(run((inside, { id }) => readExpense(inside, id))),
  create: os.expenses.create.handler(run(createExpense, constraints)),
  update: os.expenses.update.handler(run(updateExpense, constraints)),
  void: os.expenses.void.handler(run(voidExpense)),
  suppliers: os.expenses.suppliers.handler(run((inside) => readSuppliers(inside))),
  listRecurring: os.expenses.listRecurring.handler(run((inside) => readRecurring(inside))),
  createRecurring: os.expenses.createRecurring.handler(run(createRecurring, constraints)),
  updateRecurring: os.expenses.updateRecurring.handler(run(updateRecurring, constraints)),
  endRecurring: os.expenses.endRecurring.handler(run(endRecurring)),
}
