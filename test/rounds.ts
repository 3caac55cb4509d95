/** Whether this is the nightly run, which makes every round. */
export const isNightly = Boolean(process.env['NIGHTLY'])

/** How often a test repeats one thing: `all` times at night, a fifth by day. */
export const rounds = (all: number): number => (isNightly ? all : Math.ceil(all / 5))

/** Whether the element at `index` is among the fifth that a turn takes by day, the next turn another one; at night each is. */
export const isTaken = (index: number, turn = 0): boolean => isNightly || index % 5 === turn % 5
