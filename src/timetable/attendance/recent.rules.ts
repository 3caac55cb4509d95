/** How many sessions of a customer are shown at a glance. */
export const recentSessions = 12

/** How many weeks of a customer's attendance are drawn, the running one included. */
export const drawnWeeks = 12
