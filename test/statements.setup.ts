import { appendFileSync } from 'node:fs'
import { inject } from 'vitest'
import { DeadlineClient } from '#db/prepared.ts'
import { asked } from './asked.ts'
import type { Collected } from './statements.collected.ts'

type Query = (this: unknown, ...input: unknown[]) => unknown
const client = DeadlineClient.prototype as unknown as { query: Query; isCollected?: boolean }
const folder = inject('statements')

/** The place in the product's source that sent a text; null if a test sent it, '' if the stack does not reach that far. */
function sourceOf(stack: string): string | null {
  for (const line of stack.split('\n')) {
    const place = /\b((?:src|test|scripts)\/[\w./-]+\.tsx?:\d+)/.exec(line)?.[1]
    if (!place || line.includes('node_modules') || /^src\/db\/|^test\/statements/.test(place)) continue
    return /^src\/.*(?<!\.(?:test|sample))\.tsx?:/.test(place) ? place : null
  }
  return ''
}

function here(): string | null {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 200
  const { stack = '' } = new Error('here')
  Error.stackTraceLimit = limit
  return sourceOf(stack)
}

// Processes that run several files load this once per file.
if (!client.isCollected) {
  const { query } = client
  const seen = new Set<string>()
  client.isCollected = true
  client.query = function (...input) {
    const [first] = input
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | undefined)?.text
    if (typeof text === 'string' && !seen.has(text)) {
      const source = here()
      // The product may later send what a test sent first.
      if (source !== null) {
        seen.add(text)
        const collected: Collected = { text, call: asked.getStore() ?? '', source }
        appendFileSync(`${folder}/${process.pid}.jsonl`, `${JSON.stringify(collected)}\n`)
      }
    }
    return query.apply(this, input)
  }
}
