/** Runs work with one of the connections in a vendor's share. */
export type Share = <T>(vendorId: string, work: () => Promise<T>) => Promise<T>

/** The timely error for a vendor whose whole share is in use: the SQLSTATE of too many connections. */
const spent = () => Object.assign(new Error('All connections of this vendor are in use'), { code: '53300' })

/**
 * Limits each vendor to a share of the connections, so that one with slow statements never occupies all of them.
 * @param most how many connections a vendor may use at once
 * @param waitMs how long work waits for one, in milliseconds; it fails as unavailable then
 */
export function shareOf(most: number, waitMs: number): Share {
  const vendors = new Map<string, { count: number; waiting: (() => void)[] }>()
  const acquire = async (vendorId: string) => {
    const vendor = vendors.get(vendorId) ?? { count: 0, waiting: [] }
    vendors.set(vendorId, vendor)
    if (vendor.count < most) {
      vendor.count += 1
      return vendor
    }
    await new Promise<void>((resolve, reject) => {
      const next = () => {
        clearTimeout(late)
        resolve()
      }
      const late = setTimeout(() => {
        vendor.waiting = vendor.waiting.filter((other) => other !== next)
        reject(spent())
      }, waitMs)
      vendor.waiting.push(next)
    })
    return vendor
  }
  return async (vendorId, work) => {
    const vendor = await acquire(vendorId)
    try {
      return await work()
    } finally {
      const next = vendor.waiting.shift()
      // The slot passes on directly, so that no newcomer can slip in between.
      if (next) next()
      else vendor.count -= 1
      if (vendor.count === 0) vendors.delete(vendorId)
    }
  }
}
