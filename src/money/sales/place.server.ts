import { handlersOf } from '#kernel/base.ts'
import { run } from '#kernel/inside.ts'
import { enrolledOnce } from '#timetable/enrolments/enrolment.actions.server.ts'
import { acceptOffer, enrolOnTerms, moveOnTerms } from './place-bill.server.ts'
import { readSums } from './place-sums.server.ts'
import { enrolmentContract } from '#timetable/enrolments/enrolment.contract.ts'

const os = handlersOf({ enrolments: enrolmentContract })

/** What takes a place and bills it, and what many come to, so that sales serve it. */
export const placeHandlers = {
  sums: os.enrolments.sums.handler(run(readSums)),
  enrol: os.enrolments.enrol.handler(run(enrolOnTerms, enrolledOnce)),
  accept: os.enrolments.accept.handler(run(acceptOffer, enrolledOnce)),
  move: os.enrolments.move.handler(run(moveOnTerms, enrolledOnce)),
}
