import { handlersOf } from '#kernel/base.ts'
import { catchingUp, inTenant } from '#kernel/context.ts'
import {
  archiveChallenge,
  cancelChallenge,
  clone,
  createChallenge,
  end,
  publish,
  start,
  updateChallenge,
} from './challenge.actions.server.ts'
import { readChallengeBoard, simulate } from './challenge.board.server.ts'
import { disqualify, addEntrants, readEntrants, reinstate, withdrawEntrant } from './challenge.entries.server.ts'
import { readRace } from './challenge.race.server.ts'
import { readFacts, score, voidScore } from './challenge.facts.server.ts'
import { acceptChallenge, declineChallenge, followed, inviteBusiness, readInvitations, removeBusiness } from './challenge.invite.server.ts'
import { readChallenge, readChallenges } from './challenge.row.server.ts'
import { watchHandler } from './challenge.watch.server.ts'
import { challengeContract } from './challenge.contract.ts'

const os = handlersOf({ challenges: challengeContract })

const constraints = { challengesCover: { field: 'cover', key: 'lib.images.required' } }

export const challengeHandlers = {
  list: os.challenges.list.handler(catchingUp(readChallenges)),
  get: os.challenges.get.handler(catchingUp((ctx, { id }) => readChallenge(ctx, id))),
  create: os.challenges.create.handler(inTenant(createChallenge, constraints)),
  update: os.challenges.update.handler((given) => followed(given.context, inTenant(updateChallenge, constraints)(given))),
  publish: os.challenges.publish.handler(inTenant(publish)),
  start: os.challenges.start.handler((given) => followed(given.context, inTenant(start)(given))),
  end: os.challenges.end.handler((given) => followed(given.context, inTenant(end)(given))),
  cancel: os.challenges.cancel.handler((given) => followed(given.context, inTenant(cancelChallenge)(given))),
  archive: os.challenges.archive.handler((given) => followed(given.context, inTenant(archiveChallenge)(given))),
  clone: os.challenges.clone.handler(inTenant(clone, constraints)),
  simulate: os.challenges.simulate.handler(inTenant(simulate)),
  board: os.challenges.board.handler(catchingUp(readChallengeBoard)),
  race: os.challenges.race.handler(catchingUp(readRace)),
  facts: os.challenges.facts.handler(catchingUp(readFacts)),
  entries: os.challenges.entries.handler(catchingUp(readEntrants)),
  enter: os.challenges.enter.handler(inTenant(addEntrants)),
  withdraw: os.challenges.withdraw.handler(inTenant(withdrawEntrant)),
  disqualify: os.challenges.disqualify.handler(inTenant(disqualify)),
  reinstate: os.challenges.reinstate.handler(inTenant(reinstate)),
  score: os.challenges.score.handler(inTenant(score)),
  voidScore: os.challenges.voidScore.handler(inTenant(voidScore)),
  invite: os.challenges.invite.handler(inTenant(inviteBusiness)),
  remove: os.challenges.remove.handler((given) => followed(given.context, inTenant(removeBusiness)(given))),
  invitations: os.challenges.invitations.handler(inTenant((ctx) => readInvitations(ctx))),
  accept: os.challenges.accept.handler(inTenant(acceptChallenge)),
  decline: os.challenges.decline.handler(inTenant(declineChallenge)),
  watch: watchHandler,
}
