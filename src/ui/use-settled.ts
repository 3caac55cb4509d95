import { useEffect, useState } from 'react'

/** A value once it has stood still for a moment, so that typing asks the server once. @param wait milliseconds */
export function useSettled<Value>(value: Value, wait = 400): Value {
  const key = JSON.stringify(value)
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key) as Value), wait)
    return () => clearTimeout(timer)
  }, [key, wait])
  return settled
}
