import { useState } from 'react'
import { fieldsOf } from '#lib/choices.ts'
import { failureOf } from '#web/call-failure.ts'

type Versioned = { version: number }

/**
 * The version of a record that a form or dialog sends: the one that it was opened with, so that what
 * someone else changed meanwhile is refused once, and then the one of that refusal, so that a second
 * try, made knowingly, goes through.
 * @param row the record as opened; null for one that is being made
 * @returns the version to send; and what runs a call, keeps the version that its answer or its
 *   `request/stale` tells, or `request/reused` of a record that an attempt without an answer made, and
 *   gives or throws what the call did
 */
export function useVersion(
  row: Versioned | null,
): [version: number, track: <Row extends Versioned>(call: () => Promise<Row>) => Promise<Row>] {
  const [version, setVersion] = useState(row?.version ?? 0)
  async function track<Row extends Versioned>(call: () => Promise<Row>): Promise<Row> {
    try {
      const after = await call()
      setVersion(after.version)
      return after
    } catch (error) {
      const { code, current } = failureOf(error)
      const { version: now } = fieldsOf(current)
      if ((code === 'request/stale' || code === 'request/reused') && typeof now === 'number') setVersion(now)
      throw error
    }
  }
  return [version, track]
}
