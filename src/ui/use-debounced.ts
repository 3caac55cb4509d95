import { useEffect, useState } from 'react'
import { ownJson } from '#lib/own-json.ts'

/** A value once it has stood still for a moment, so that typing asks the server once. @param wait milliseconds */
export function useDebounced<Value>(value: Value, wait = 400): Value {
  const key = JSON.stringify(value)
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(ownJson<Value>(key)), wait)
    return () => clearTimeout(timer)
  }, [key, wait])
  return debounced
}
