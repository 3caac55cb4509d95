import { mutantsOf } from './mutant.ts'

const own = ['src/business/accounts/passkey.test.ts']
const signIn = ['src/business/accounts/passkey-sign-in.test.ts']

/** What is checked of a passkey beyond the library, how long and for whom a challenge serves, and how often it may be asked for. */
export const passkeys = [
  ...mutantsOf('src/business/accounts/passkey-proof.server.ts', own, [
    [`if (!(await orNull(hasNoCertificates(attestationObject)))) return null`, ``],
    [
      `expectedRPID: domainOf(call),\n      requireUserVerification: true`,
      `expectedRPID: domainOf(call),\n      requireUserVerification: false`,
    ],
    [`if (clientDataOf(clientDataJSON)['crossOrigin'] === true) return null`, ``],
  ]),
  ...mutantsOf('src/business/accounts/passkey-proof.server.ts', signIn, [
    [`counter },\n      requireUserVerification: true`, `counter },\n      requireUserVerification: false`],
    [`if (userHandle !== userHandleOf(userId) || clientDataOf`, `if (clientDataOf`],
    [`userHandleOf(userId) || clientDataOf(clientDataJSON)['crossOrigin'] === true)`, `userHandleOf(userId))`],
  ]),
  ...mutantsOf('src/business/accounts/passkey-challenge.server.ts', signIn, [
    [`challengeMs = 5 * 60_000`, `challengeMs = 6 * 60_000`],
    [`.where('browser', '=', identifyBrowser(call).hash)`, ``],
    [`.where('userId', userId === null ? 'is' : '=', userId)`, ``],
    [`.where('expiresAt', '>', instant(call.app))`, ``],
  ]),
  ...mutantsOf('src/business/accounts/passkey-challenge.server.ts', own, [[`userId === null ? 'is' : '=', userId)`, `'is not', null)`]]),
  ...mutantsOf('src/business/accounts/passkey-sign-in.server.ts', signIn, [
    [`if (user.state === 'asleep') {`, `if (user.state === 'never') {`],
    [`returning(trx, ...use)`, `returning(trx, limits.passkeyByAddress, '')`],
  ]),
  ...mutantsOf('src/business/accounts/recovery.server.ts', own, [
    [
      `const removed = await removePasskeys(trx, call, { vendorId, userId })`,
      `const removed = await removePasskeys(trx, call, { vendorId, userId: vendorId })`,
    ],
  ]),
  ...mutantsOf('src/business/accounts/passkey.server.ts', own, [
    [`if (own.length >= passkeysMost)`, `if (own.length > passkeysMost)`],
    [`deleteFrom('passkeys').where('id', '=', id).where('userId', '=', userId)`, `deleteFrom('passkeys').where('id', '=', id)`],
  ]),
  ...mutantsOf('src/kernel/limits.ts', signIn, [
    [`name: 'passkey:begin', most: 60`, `name: 'passkey:begin', most: 61`],
    [`name: 'passkey:address', most: 30`, `name: 'passkey:address', most: 31`],
  ]),
  ...mutantsOf('src/kernel/limits.ts', own, [[`name: 'passkey:member', most: 30`, `name: 'passkey:member', most: 31`]]),
]
