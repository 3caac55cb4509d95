type PostgresError = { code?: string; constraint?: string; message?: string }

function asPostgresError(error: unknown): PostgresError {
  return typeof error === 'object' && error !== null ? (error as PostgresError) : {}
}

/** The SQLSTATE of a database error, or an errno such as ECONNREFUSED; undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  const { code } = asPostgresError(error)
  return typeof code === 'string' ? code : undefined
}

/** The name of the violated constraint: Citus leaves the field empty or appends the shard's number, in the message too. */
export function constraintOf(error: unknown): string | undefined {
  const { constraint, message } = asPostgresError(error)
  return (constraint ?? /constraint "(.+?)"/.exec(message ?? '')?.[1])?.replace(/_\d{6,}$/, '')
}

/** Whether there was no space left, on the database's disk (53100) or where files are stored. */
export function isFull(error: unknown): boolean {
  return ['53100', 'ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '')
}

/** Whether the database was unreachable or timed out (57014: statement_timeout, 55P03: lock_timeout), not refused the statement. */
export function isUnavailable(error: unknown): boolean {
  const code = errorCode(error)
  if (code !== undefined && /^(?:08|57P|57014|55P03|53|ECONN|EPIPE|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT)/.test(code)) return true
  return (
    error instanceof Error &&
    /(?:Query read timeout|timeout exceeded when trying to connect|Connection terminated|PGlite is clos|Client has encountered a connection error|terminating connection)/i.test(
      error.message,
    )
  )
}
