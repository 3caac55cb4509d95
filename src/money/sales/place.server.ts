import { handlersOf } from '#kernel/base.ts'
import { inTenant } from '#kernel/context.ts'
import { enrolledOnce } from '#timetable/enrolments/enrolment.actions.server.ts'
import { placeAnswerHandlers } from './place-answer.server.ts'
import { acceptOffer, enrolOnTerms } from './place-bill.server.ts'
import { readSums } from './place-sums.server.ts'
import { setDiscount } from './place-terms.server.ts'
import { enrolmentContract } from '#timetable/enrolments/enrolment.contract.ts'

const os = handlersOf({ enrolments: enrolmentContract })

/** The enrolment handlers that bill a place or sum up many, which is why sales serves them. */
export const placeHandlers = {
  sums: os.enrolments.sums.handler(inTenant(readSums)),
  enrol: os.enrolments.enrol.handler(inTenant(enrolOnTerms, enrolledOnce)),
  accept: os.enrolments.accept.handler(inTenant(acceptOffer, enrolledOnce)),
  ...placeAnswerHandlers,
  setDiscount: os.enrolments.setDiscount.handler(inTenant(setDiscount)),
}
