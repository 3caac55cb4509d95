import { tenant, type Trx } from '#db/tenant.ts'
import { dayIn, zoneOf } from '#features/setup/zone.server.ts'
import { instant } from '#server/app.ts'
import { memberOf, os, type Call } from '#server/base.ts'
import { withConstraints } from '#server/failure.ts'
import { accept, decline, enrol, finish, move, offerNext } from './enrolment.actions.server.ts'
import { cancel, freeze, keep, unfreeze, update } from './enrolment.dates.server.ts'
import { readEnrolment, readEnrolments, type Moment } from './enrolment.row.server.ts'

/** What every action works with. */
export type Inside = { trx: Trx; call: Call; vendorId: string; moment: Moment }

function run<Input, Output>(action: (inside: Inside, input: Input) => Promise<Output>) {
  return ({ context: call, input }: { context: Call; input: Input }): Promise<Output> => {
    const { vendorId } = memberOf(call)
    return withConstraints({ enrolmentsOnce: { field: 'customer', key: 'enrolments.customer.enrolled' } }, () =>
      tenant(call.app.db, vendorId, async (trx) => {
        const moment = { now: instant(call.app), today: dayIn(call.app, await zoneOf(trx, vendorId)) }
        return action({ trx, call, vendorId, moment }, input)
      }),
    )
  }
}

export const enrolmentHandlers = {
  list: os.enrolments.list.handler(run(({ trx, call, moment }, input) => readEnrolments(trx, call, moment, input))),
  get: os.enrolments.get.handler(run(({ trx, call, moment }, { id }) => readEnrolment(trx, call, moment, id))),
  enrol: os.enrolments.enrol.handler(run(enrol)),
  update: os.enrolments.update.handler(run(update)),
  offerNext: os.enrolments.offerNext.handler(run(offerNext)),
  accept: os.enrolments.accept.handler(run(accept)),
  decline: os.enrolments.decline.handler(run(decline)),
  freeze: os.enrolments.freeze.handler(run(freeze)),
  unfreeze: os.enrolments.unfreeze.handler(run(unfreeze)),
  cancel: os.enrolments.cancel.handler(run(cancel)),
  keep: os.enrolments.keep.handler(run(keep)),
  move: os.enrolments.move.handler(run(move)),
  finish: os.enrolments.finish.handler(run(finish)),
}
