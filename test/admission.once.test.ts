import { globSync, readFileSync } from 'node:fs'
import { implement, isProcedure } from '@orpc/server'
import { expect, test } from 'vitest'
import { router } from '#entrance/router.ts'
import { policies } from '#entrance/policy.ts'
import type { Call } from '#kernel/base.ts'
import { hallContract } from '#directory/halls/hall.contract.ts'

/** Every handler is reached only through its row of the policy table, whichever room created it. */

type Procedure = { '~orpc': { middlewares: readonly unknown[] } }

function proceduresOf(node: object, path: string[] = []): [name: string, procedure: Procedure][] {
  return Object.entries(node).flatMap(([key, value]: [string, object]) =>
    isProcedure(value) ? [[[...path, key].join('.'), value] as [string, Procedure]] : proceduresOf(value, [...path, key]),
  )
}

const admission = router.accounts.session['~orpc'].middlewares[0]

/** The calls of a router that do not pass the admission of src/kernel/base.ts exactly once, before anything else. */
const open = (node: object) =>
  proceduresOf(node)
    .filter(([, { '~orpc': made }]) => made.middlewares[0] !== admission || made.middlewares.indexOf(admission, 1) > 0)
    .map(([name]) => `${name}: make its handler by handlersOf of src/kernel/base.ts`)

test('every handler of the product runs only after its row of the policy table', () => {
  expect(
    proceduresOf(router)
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(Object.keys(policies).toSorted())
  expect(open(router)).toEqual([])
})

test('a handler that a room makes by itself is found, wherever it is mounted', () => {
  const own = implement({ halls: hallContract }).$context<Call>()
  const list = own.halls.list.handler(async () => ({ rows: [], total: 0, totalIsCapped: false }))
  expect(open({ halls: { ...router.halls, list } })).toEqual(['halls.list: make its handler by handlersOf of src/kernel/base.ts'])
})

/** Names that create, join or call handlers, by the files that may import them. */
const makers: Record<string, RegExp> = {
  'src/kernel/base.ts': /^(?:implement|os|type \w+)$/,
  'src/entrance/router.ts': /^implement$/,
  'src/entrance/first-picture.server.ts': /^(?:call as answerOf|getRouter|isProcedure)$/,
  'src/entrance/count-rows.server.ts': /^(?:call as answerOf|getRouter|isProcedure)$/,
  'src/entrance/calls.server.ts': /^(?:ORPCError|Standard(?:Handler|RPCMatcher|OpenAPIHandler)|StrictGetMethodPlugin|type \w+)$/,
  'src/entrance/answer.server.ts': /^(?:StandardRPCCodec|type \w+)$/,
}
const harmless = /^(?:ORPCError|withEventMeta|OpenAPIGenerator|type \w+)$/

/** The names that a source imports from the RPC library without being allowed to. */
const makersIn = (file: string, source: string) =>
  [...source.matchAll(/import (type )?\{([^}]*)\} from '@orpc\/(?:server|openapi)[^']*'/g)]
    .filter(([, isType]) => isType === undefined)
    .flatMap(([, , names = '']) => names.split(',').map((name) => name.trim()))
    .filter((name) => name !== '' && !(makers[file] ?? harmless).test(name))
    .map((name) => `${file} takes ${name}: make handlers by handlersOf of src/kernel/base.ts`)

test('only the kernel makes handlers, and only the entrance joins and calls them', () => {
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.(?:test|sample)\.tsx?$/.test(file))
  expect(files.flatMap((file) => makersIn(file.replaceAll('\\', '/'), readFileSync(file, 'utf8')))).toEqual([])
  expect(makersIn('src/directory/halls/hall.server.ts', `import { implement } from '@orpc/server'`)).toHaveLength(1)
  expect(makersIn('src/directory/halls/hall.server.ts', `import { call, ORPCError } from '@orpc/server'`)).toHaveLength(1)
})
