import { handlersOf } from '#kernel/base.ts'
import { inTenant } from '#kernel/context.ts'
import { createTimeOff, removeTimeOff, updateTimeOff } from './timeoff.actions.server.ts'
import { readSubstituteNeeds, readTimeOff, readTouched } from './timeoff.row.server.ts'
import { readSubstitutes } from './substitutes.server.ts'
import { timeOffContract } from './timeoff.contract.ts'

const os = handlersOf({ timeOff: timeOffContract })

const constraints = {
  timeOffOnce: { field: 'fromDay', key: 'timeoff.fromDay.overlaps' },
  // The database has the last word on who may be assigned a session.
  batchSessionsTrainer: { field: 'changes', key: 'timeoff.changes.busy' },
}

export const timeOffHandlers = {
  list: os.timeOff.list.handler(inTenant(readTimeOff)),
  needs: os.timeOff.needs.handler(inTenant((ctx) => readSubstituteNeeds(ctx))),
  substitutes: os.timeOff.substitutes.handler(inTenant(readSubstitutes)),
  touch: os.timeOff.touch.handler(inTenant(readTouched)),
  create: os.timeOff.create.handler(inTenant(createTimeOff, constraints)),
  update: os.timeOff.update.handler(inTenant(updateTimeOff, constraints)),
  remove: os.timeOff.remove.handler(inTenant(removeTimeOff)),
}
