import { writeSync } from 'node:fs'

/** Values that a line of the log may carry: an allow-list, so that no body, cookie, code or e-mail gets there. */
type LogFields = {
  requestId?: string
  method?: string
  route?: string
  status?: number
  ms?: number
  call?: string
  alarm?: string
  /** A caller's keyed address: the same for the same caller, and no one's name. */
  address?: string
  code?: string
  job?: string
  jobId?: string
  attempts?: number
  error?: string
  stack?: string
  port?: number
  engine?: string
  emailHash?: string
  reason?: string
  freeMb?: number
}

/** JSON lines on stdout. */
export type Log = {
  info(message: string, fields?: LogFields): void
  /** For an operation that succeeded, but not as an operator would want. */
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

const allowed = [
  'requestId',
  'method',
  'route',
  'status',
  'ms',
  'call',
  'alarm',
  'address',
  'code',
  'job',
  'jobId',
  'attempts',
  'error',
  'stack',
  'port',
  'engine',
  'emailHash',
  'reason',
  'freeMb',
] as const

function line(level: 'info' | 'warn' | 'error', message: string, fields: LogFields): string {
  const logged: Record<string, unknown> = { time: new Date().toISOString(), level, message }
  for (const key of allowed) if (fields[key] !== undefined) logged[key] = fields[key]
  return `${JSON.stringify(logged)}\n`
}

/**
 * Writes once for all lines of a turn of the event loop: a write for each would cost more than the logged call.
 * Lines that can't be written (a full disk, a closed reader) are dropped and counted, and one line reports
 * the number once writing works again. Not `process.stdout`: after one error it never writes again.
 * @param write writes bytes and returns how many it wrote, like `writeSync`; may throw
 */
export function sinkTo(write: (bytes: Buffer) => number): (text: string) => void {
  let waiting = ''
  let dropped = 0
  const send = () => {
    const lines = waiting.split('\n').length - 1
    // The line break ends a line that was cut off when the disk was full.
    const note = dropped > 0 ? `\n${line('warn', `Lines of this log that could not be written: ${dropped}`, {})}` : ''
    let rest = Buffer.from(note + waiting)
    waiting = ''
    try {
      while (rest.length > 0) rest = rest.subarray(write(rest))
      dropped = 0
    } catch {
      dropped += lines
    }
  }
  return (text) => {
    if (waiting === '') setImmediate(send)
    waiting += text
  }
}

/** A log that writes lines to a sink, stdout by default. JSON escapes line breaks, so no value can forge a line. */
export function openLog(write: (text: string) => void = sinkTo((bytes) => writeSync(1, bytes))): Log {
  return {
    info: (message, fields = {}) => write(line('info', message, fields)),
    warn: (message, fields = {}) => write(line('warn', message, fields)),
    error: (message, fields = {}) => write(line('error', message, fields)),
  }
}

/**
 * The loggable parts of an error. Database errors quote values in their messages, so only the code, the
 * constraint's kind and the stack's positions are logged.
 */
export function describeError(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  // A mail server's reply code; its text names the recipient.
  const answer = 'responseCode' in error && typeof error.responseCode === 'number' ? ` ${error.responseCode}` : ''
  const places = error.stack
    ?.split('\n')
    .filter((entry) => /^\s+at /.test(entry))
    .slice(0, 12)
    .join('\n')
  return {
    error: code === undefined ? `${error.name}: ${error.message.slice(0, 300)}` : `${error.name} ${code}${answer}`,
    code,
    stack: places,
  }
}
