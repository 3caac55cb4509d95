import { enrolledOnce } from '#timetable/enrolments/enrolment.actions.server.ts'
import { handlersOf } from '#kernel/base.ts'
import { run } from '#kernel/inside.ts'
import { acceptCounter, create, decline, send, update, withdraw } from './quote.actions.server.ts'
import { offerHandlers } from './quote.answer.server.ts'
import { convert } from './quote.convert.server.ts'
import { name, release } from './quote.places.server.ts'
import { readQuote, readQuotes } from './quote.row.server.ts'
import { quoteContract } from './quote.contract.ts'

const os = handlersOf({ quotes: quoteContract })

export const quoteHandlers = {
  list: os.quotes.list.handler(run(readQuotes)),
  get: os.quotes.get.handler(run((inside, { id }) => readQuote(inside, id))),
  create: os.quotes.create.handler(run(create)),
  update: os.quotes.update.handler(run(update)),
  send: os.quotes.send.handler(run(send)),
  withdraw: os.quotes.withdraw.handler(run(withdraw)),
  acceptCounter: os.quotes.acceptCounter.handler(run(acceptCounter)),
  decline: os.quotes.decline.handler(run(decline)),
  convert: os.quotes.convert.handler(run(convert, enrolledOnce)),
  name: os.quotes.name.handler(run(name, enrolledOnce)),
  release: os.quotes.release.handler(run(release)),
  ...offerHandlers,
}
