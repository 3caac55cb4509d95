import { enrolledOnce } from '#timetable/enrolments/enrolment.actions.server.ts'
import { handlersOf } from '#kernel/base.ts'
import { inTenant } from '#kernel/context.ts'
import { withConstraints } from '#kernel/failure.ts'
import { acceptCounter, create, declineQuote, send, updateQuote, withdrawQuote } from './quote.actions.server.ts'
import { offerHandlers } from './quote.answer.server.ts'
import { convert, showConversion } from './quote.convert.server.ts'
import { name, release } from './quote.places.server.ts'
import { readQuote, readQuotes } from './quote.row.server.ts'
import { quoteContract } from './quote.contract.ts'

const os = handlersOf({ quotes: quoteContract })

export const quoteHandlers = {
  list: os.quotes.list.handler(inTenant(readQuotes)),
  get: os.quotes.get.handler(inTenant((ctx, { id }) => readQuote(ctx, id))),
  create: os.quotes.create.handler(inTenant(create)),
  update: os.quotes.update.handler(inTenant(updateQuote)),
  send: os.quotes.send.handler(inTenant(send)),
  withdraw: os.quotes.withdraw.handler(inTenant(withdrawQuote)),
  acceptCounter: os.quotes.acceptCounter.handler(inTenant(acceptCounter)),
  decline: os.quotes.decline.handler(inTenant(declineQuote)),
  convert: os.quotes.convert.handler(inTenant(convert, enrolledOnce)),
  effects: os.quotes.effects.handler(({ context, input }) => withConstraints(enrolledOnce, () => showConversion(context, input))),
  name: os.quotes.name.handler(inTenant(name, enrolledOnce)),
  release: os.quotes.release.handler(inTenant(release)),
  ...offerHandlers,
}
