import { useEffect, useState } from 'react'

/** A value after it has been unchanged for a while, so that typing makes one call. @param wait milliseconds */
export function useDebounced<Value>(value: Value, wait = 400): Value {
  const key = JSON.stringify(value)
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), wait)
    return () => clearTimeout(timer)
    // Values are compared by their JSON text: most are recreated on each render.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [key, wait])
  return debounced
}
