import { event } from '#kernel/events.ts'

/** A member who resets the password ends program access, for each kind that the role may revoke. */
export const connectionsEnded = event<{ userId: string; role: string }>('account.connectionsEnded')
