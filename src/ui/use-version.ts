import { useState } from 'react'
import { fieldsOf } from '#lib/choices.ts'
import { failureOf } from '#web/call-failure.ts'

type Versioned = { version: number }

/**
 * The record version that a form or dialog sends: at first the one it was opened with, so that someone
 * else's change meanwhile causes one refusal, then the version of that refusal, so that a deliberate second
 * attempt succeeds.
 * @param row the record as opened; null for a new one
 * @returns the version to send; and a wrapper that runs a call, passes on its result or error, and stores the version
 *   in its answer, in `request/stale`, or in `request/reused` for a record that an unanswered attempt created
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
