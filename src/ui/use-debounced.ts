import { useEffect, useState } from 'react'

/** A value once it has stood still for a moment, so that typing asks the server once. @param wait milliseconds */
export function useDebounced<Value>(value: Value, wait = 400): Value {
  const key = JSON.stringify(value)
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), wait)
    return () => clearTimeout(timer)
    // A value is another one when its text is: it is mostly made again at each drawing.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [key, wait])
  return debounced
}
