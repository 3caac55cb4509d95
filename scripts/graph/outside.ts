import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { roomOf } from './floors.ts'
import { importsOf } from './imports.ts'

/** Packages that reach outside the process, or to its disk. */
const packages = /^(?:node:(?:child_process|dgram|dns|fs|http|http2|https|net|tls)(?:\/.*)?|nodemailer|undici|aws4fetch)$/
/** Functions of the ground floor that do so; nothing else there is walked, since it does nothing on its own. */
const doors = new Set(['openMailer', 'openFiles', 'mailWorker', 'runOne', 'startJobs'])
const ground = ['lib', 'db', 'kernel']

/** What a source does outside its transaction. */
function actsOf(file: string, source: string): string[] {
  const acts: string[] = []
  const { module, program } = parseSync(file, source)
  for (const { moduleRequest, entries } of module.staticImports)
    if (packages.test(moduleRequest.value) && !(entries.length > 0 && entries.every(({ isType }) => isType))) acts.push(moduleRequest.value)
  for (const { to, names, isType } of importsOf(file, source))
    if (!isType && ground.includes(roomOf(to))) acts.push(...names.filter((name) => doors.has(name)))
  new Visitor({
    CallExpression({ callee }) {
      if (callee.type === 'Identifier' && callee.name === 'fetch') acts.push('fetch')
    },
    MemberExpression({ object, property }) {
      const owner = object.type === 'MemberExpression' ? object.property : object
      if (owner.type === 'Identifier' && owner.name === 'app' && property.type === 'Identifier' && property.name === 'files')
        acts.push('app.files')
    },
  }).visit(program)
  return acts
}

/**
 * A subscriber of an event only writes rows, in the transaction of the action (decision 26): finds anything beyond that
 * in a file or in what it imports from rooms.
 * @param read returns the text of a file
 * @returns each finding with its import path and what to do
 */
export function outsideOf(start: string, read = (file: string) => readFileSync(file, 'utf8')): string[] {
  const ways = new Map([[start, start]])
  const found: string[] = []
  for (const [file, way] of ways) {
    const source = read(file)
    for (const act of actsOf(file, source)) found.push(`${way} uses ${act}: write a row, and let a job do it`)
    for (const { to, isType } of importsOf(file, source))
      if (!isType && to.endsWith('.ts') && !ground.includes(roomOf(to)) && !ways.has(to)) ways.set(to, `${way} → ${to}`)
  }
  return found
}
