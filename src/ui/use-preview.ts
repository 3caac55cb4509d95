import { useEffect, useState } from 'react'
import type { ImageValue } from './image-value.ts'

/** The address under which an image field's value can be seen; a chosen file is seen before it is sent. */
export function usePreview(value: ImageValue): string {
  const [preview, setPreview] = useState('')
  useEffect(() => {
    if (!(value instanceof File)) return setPreview(value)
    const address = URL.createObjectURL(value)
    setPreview(address)
    return () => URL.revokeObjectURL(address)
  }, [value])
  return preview
}
