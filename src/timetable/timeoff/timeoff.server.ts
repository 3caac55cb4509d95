import { handlersOf } from '#kernel/base.ts'
import { run } from '#kernel/inside.ts'
import { createTimeOff, removeTimeOff, updateTimeOff } from './timeoff.actions.server.ts'
import { readNeeds, readTimeOff, readTouched } from './timeoff.row.server.ts'
import { timeOffContract } from './timeoff.contract.ts'

const os = handlersOf({ timeOff: timeOffContract })

const constraints = {
  timeOffOnce: { field: 'fromDay', key: 'timeoff.fromDay.overlaps' },
  // The last word on who may be given a session.
  batchSessionsTrainer: { field: 'changes', key: 'timeoff.changes.busy' },
}

export const timeOffHandlers = {
  list: os.timeOff.list.handler(run(readTimeOff)),
  needs: os.timeOff.needs.handler(run((inside) => readNeeds(inside))),
  touch: os.timeOff.touch.handler(run(readTouched)),
  create: os.timeOff.create.handler(run(createTimeOff, constraints)),
  update: os.timeOff.update.handler(run(updateTimeOff, constraints)),
  remove: os.timeOff.remove.handler(run(removeTimeOff)),
}
