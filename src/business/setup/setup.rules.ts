/** The five tasks, in the order in which an owner meets them (product 6, /setup). */
export const setupTasks = ['profileCompleted', 'serviceCompleted', 'addTrainer', 'addHall', 'addBatch'] as const

/** Completion in percent: 20 for each true flag, at most 100 (spec 4). */
export function setupPercent(flags: Partial<Record<(typeof setupTasks)[number], boolean>>): number {
  return Math.min(setupTasks.filter((task) => flags[task] === true).length * 20, 100)
}
