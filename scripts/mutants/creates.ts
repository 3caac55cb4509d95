import { mutantsOf } from './mutant.ts'

const atOnce = ['src/directory/customers/at-once.test.ts']

/** Simultaneous creates, and what happens to the others if one is refused (decision 74). */
export const creates = [
  ...mutantsOf(
    'src/db/shared.ts',
    ['src/db/shared.test.ts'],
    [
      [`open: tenant, most: 8 }`, `open: tenant, most: 9 }`],
      [`portion.length === 1 || isUnavailable(error)`, `portion.length === 1`],
      [`portion.length === 1 || isUnavailable(error)`, `isUnavailable(error)`],
      [`?? (await runTogether(db, vendorId, [asked]))[0]`, `?? (await send(db, asked))`],
    ],
  ),
  ...mutantsOf('src/db/shared.ts', ['src/db/shared-rows.test.ts'], [[`open: tenantReading, most: 4 }`, `open: tenant, most: 4 }`]]),
  ...mutantsOf('src/kernel/creates.ts', atOnce, [
    [`await log.publish(listeners)`, ``],
    [`Object.keys(changedFields(before, { ...columns, ...beyond }).after).length > 0`, `false`],
    [`throw failure('request/reused', { current: shown(call, existing) })`, `throw error`],
  ]),
]
