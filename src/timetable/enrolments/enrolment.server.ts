import { os } from '#kernel/base.ts'
import { run } from '#kernel/inside.ts'
import { acceptOffer, enrolOnTerms, moveOnTerms } from '#money/sales/place-bill.server.ts'
import { decline, enrolledOnce, finish, offerNext } from './enrolment.actions.server.ts'
import { cancel, freeze, keep, unfreeze, update } from './enrolment.dates.server.ts'
import { readEnrolment, readEnrolments, readSums } from './enrolment.row.server.ts'

export const enrolmentHandlers = {
  list: os.enrolments.list.handler(run(({ trx, call, moment }, input) => readEnrolments(trx, call, moment, input))),
  sums: os.enrolments.sums.handler(run(readSums)),
  get: os.enrolments.get.handler(run(({ trx, call, moment }, { id }) => readEnrolment(trx, call, moment, id))),
  enrol: os.enrolments.enrol.handler(run(enrolOnTerms, enrolledOnce)),
  update: os.enrolments.update.handler(run(update)),
  offerNext: os.enrolments.offerNext.handler(run(offerNext)),
  accept: os.enrolments.accept.handler(run(acceptOffer, enrolledOnce)),
  decline: os.enrolments.decline.handler(run(decline)),
  freeze: os.enrolments.freeze.handler(run(freeze)),
  unfreeze: os.enrolments.unfreeze.handler(run(unfreeze)),
  cancel: os.enrolments.cancel.handler(run(cancel)),
  keep: os.enrolments.keep.handler(run(keep)),
  move: os.enrolments.move.handler(run(moveOnTerms, enrolledOnce)),
  finish: os.enrolments.finish.handler(run(finish)),
}
