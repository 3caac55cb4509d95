import { handlersOf } from '#kernel/base.ts'
import { run } from '#kernel/inside.ts'
import { decline, finish, offerNext } from './enrolment.actions.server.ts'
import { cancel, freeze, keep, unfreeze, update } from './enrolment.dates.server.ts'
import { readEnrolment, readEnrolments } from './enrolment.row.server.ts'
import { enrolmentContract } from './enrolment.contract.ts'

const os = handlersOf({ enrolments: enrolmentContract })

/** What takes a place, and the sums of many, are served by sales, which bill them. */
export const enrolmentHandlers = {
  list: os.enrolments.list.handler(run(({ trx, call, moment }, input) => readEnrolments(trx, call, moment, input))),
  get: os.enrolments.get.handler(run(({ trx, call, moment }, { id }) => readEnrolment(trx, call, moment, id))),
  update: os.enrolments.update.handler(run(update)),
  offerNext: os.enrolments.offerNext.handler(run(offerNext)),
  decline: os.enrolments.decline.handler(run(decline)),
  freeze: os.enrolments.freeze.handler(run(freeze)),
  unfreeze: os.enrolments.unfreeze.handler(run(unfreeze)),
  cancel: os.enrolments.cancel.handler(run(cancel)),
  keep: os.enrolments.keep.handler(run(keep)),
  finish: os.enrolments.finish.handler(run(finish)),
}
