import { event } from '#kernel/events.ts'

/** A member who resets the password ends the ways in for programs, each kind that the role may end one of. */
export const connectionsEnded = event<{ userId: string; role: string }>('account.connectionsEnded')
