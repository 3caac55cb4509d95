import { event } from '#kernel/events.ts'

/** Sessions meet on other days or at other hours, are cancelled, or take place after all. */
export const sessionsChanged = event<{ sessions: readonly string[] }>('sessions.changed')
