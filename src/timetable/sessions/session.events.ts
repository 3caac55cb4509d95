import { event } from '#kernel/events.ts'

/** Sessions were added, moved to other days or hours, cancelled, or restored. */
export const sessionsChanged = event<{ sessions: readonly string[] }>('sessions.changed')
