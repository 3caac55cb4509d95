import { createHook } from 'node:async_hooks'

/** Counts concurrent hashes as Node itself reports their start and end. */
export function watchHashes(): { most: () => number; total: () => number; stop: () => void } {
  const running = new Set<number>()
  let [most, total] = [0, 0]
  const hook = createHook({
    init(id, type) {
      if (type !== 'ARGON2REQUEST') return
      running.add(id)
      total += 1
      most = Math.max(most, running.size)
    },
    before: (id) => void running.delete(id),
  }).enable()
  return { most: () => most, total: () => total, stop: () => void hook.disable() }
}
