import { handlersOf } from '#kernel/base.ts'
import { run } from '#kernel/inside.ts'
import { archive, cancel, clone, createChallenge, end, publish, start, updateChallenge } from './challenge.actions.server.ts'
import { readBoard, simulate } from './challenge.board.server.ts'
import { disqualify, enter, readEntries, reinstate, withdraw } from './challenge.entries.server.ts'
import { readFacts, score, voidScore } from './challenge.facts.server.ts'
import { accept, decline, followed, invite, readInvitations, remove } from './challenge.invite.server.ts'
import { readChallenge, readChallenges } from './challenge.row.server.ts'
import { watchHandler } from './challenge.watch.server.ts'
import { challengeContract } from './challenge.contract.ts'

const os = handlersOf({ challenges: challengeContract })

const constraints = { challengesCover: { field: 'cover', key: 'lib.images.required' } }

export const challengeHandlers = {
  list: os.challenges.list.handler(run(readChallenges)),
  get: os.challenges.get.handler(run((inside, { id }) => readChallenge(inside, id))),
  create: os.challenges.create.handler(run(createChallenge, constraints)),
  update: os.challenges.update.handler((given) => followed(given.context, run(updateChallenge, constraints)(given))),
  publish: os.challenges.publish.handler(run(publish)),
  start: os.challenges.start.handler((given) => followed(given.context, run(start)(given))),
  end: os.challenges.end.handler((given) => followed(given.context, run(end)(given))),
  cancel: os.challenges.cancel.handler((given) => followed(given.context, run(cancel)(given))),
  archive: os.challenges.archive.handler((given) => followed(given.context, run(archive)(given))),
  clone: os.challenges.clone.handler(run(clone, constraints)),
  simulate: os.challenges.simulate.handler(run(simulate)),
  board: os.challenges.board.handler(run(readBoard)),
  facts: os.challenges.facts.handler(run(readFacts)),
  entries: os.challenges.entries.handler(run(readEntries)),
  enter: os.challenges.enter.handler(run(enter)),
  withdraw: os.challenges.withdraw.handler(run(withdraw)),
  disqualify: os.challenges.disqualify.handler(run(disqualify)),
  reinstate: os.challenges.reinstate.handler(run(reinstate)),
  score: os.challenges.score.handler(run(score)),
  voidScore: os.challenges.voidScore.handler(run(voidScore)),
  invite: os.challenges.invite.handler(run(invite)),
  remove: os.challenges.remove.handler((given) => followed(given.context, run(remove)(given))),
  invitations: os.challenges.invitations.handler(run((inside) => readInvitations(inside))),
  accept: os.challenges.accept.handler(run(accept)),
  decline: os.challenges.decline.handler(run(decline)),
  watch: watchHandler,
}
